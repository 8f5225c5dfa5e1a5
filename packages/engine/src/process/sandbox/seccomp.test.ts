import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seccompFilter } from './seccomp.js';

interface SystemCall {
  machine: number;
  number: number;
  argument?: number;
}

const allowed = 0x7fff0000;
const refused = 0x00050001;

/** Runs the program as the kernel would. Throws where the kernel would not even take it. */
function run(program: Buffer, call: SystemCall): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.machine, 4);
  data.writeBigUInt64LE(BigInt(call.argument ?? 0), 16);
  let accumulator = 0;
  for (let step = 0; ; step += 1) {
    const [code, whenTrue, whenFalse] = [program.readUInt16LE(step * 8), program[step * 8 + 2]!, program[step * 8 + 3]!];
    const value = program.readUInt32LE(step * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x15) step += accumulator === value ? whenTrue : whenFalse;
    else if (code === 0x35) step += accumulator >= value ? whenTrue : whenFalse;
    else throw new Error(`unknown code ${code}`);
  }
}

const machines = [
  { name: 'x64', machine: 0xc000003e, socket: 41, read: 0, socketpair: 53, ptrace: 101, keyctl: 250, pidfdGetfd: 438, other: 0x40000003 },
  {
    name: 'arm64',
    machine: 0xc00000b7,
    socket: 198,
    read: 63,
    socketpair: 199,
    ptrace: 117,
    keyctl: 219,
    pidfdGetfd: 438,
    other: 0x40000028,
  },
];

describe.each(machines)('the filter for $name', ({ name, machine, ...calls }) => {
  const program = seccompFilter({ unixSockets: false, machine: name })!;
  const judge = (number: number, argument = 0) => run(program, { machine, number, argument });

  it('refuses sockets of Unix and of the machine around, and no others', () => {
    expect([1, 40].map((family) => judge(calls.socket, family))).toEqual([refused, refused]);
    expect([2, 10, 16].map((family) => judge(calls.socket, family))).toEqual([allowed, allowed, allowed]);
    expect(judge(calls.socketpair, 1)).toBe(allowed);
  });

  it('looks at the part of the argument that the kernel looks at', () => {
    expect(judge(calls.socket, 2 ** 32 + 1)).toBe(refused);
  });

  it('refuses what looks into processes and keys', () => {
    expect([calls.ptrace, calls.keyctl, calls.pidfdGetfd, 425, 426, 427].map((number) => judge(number))).toEqual(Array(6).fill(refused));
    expect(judge(calls.read)).toBe(allowed);
  });

  it('refuses every call of another machine', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(500), (other, number) => {
        fc.pre(other !== machine);
        expect(run(program, { machine: other, number })).toBe(refused);
      }),
    );
    expect(run(program, { machine: calls.other, number: calls.read })).toBe(refused);
  });

  it('lets Unix sockets be made where they are wanted', () => {
    const open = seccompFilter({ unixSockets: true, machine: name })!;
    expect([1, 40].map((family) => run(open, { machine, number: calls.socket, argument: family }))).toEqual([allowed, refused]);
  });

  it('ends for every call, with a yes or a no', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), (number, argument) => {
        expect([allowed, refused]).toContain(judge(number, argument));
      }),
    );
  });
});

it('refuses the numbers of the x32 interface', () => {
  expect(run(seccompFilter({ unixSockets: false, machine: 'x64' })!, { machine: 0xc000003e, number: 0x40000000 })).toBe(refused);
});

it('is nothing for other processors', () => {
  expect(seccompFilter({ unixSockets: false, machine: 'riscv64' })).toBeUndefined();
});

it('is these bytes', () => {
  const words = seccompFilter({ unixSockets: false, machine: 'x64' })!.toString('hex').match(/.{16}/g)!;
  expect(words.slice(0, 4)).toEqual([
    '2000000004000000', // A = machine
    '1500001d3e0000c0', // if A != x86-64 refuse
    '2000000000000000', // A = number
    '35001b0000000040', // if A >= 0x40000000 refuse
  ]);
  expect(words.slice(-6)).toEqual([
    '060000000000ff7f',
    '2000000010000000', // A = first argument
    '1500020001000000', // if A == AF_UNIX refuse
    '1500010028000000', // if A == AF_VSOCK refuse
    '060000000000ff7f',
    '0600000001000500',
  ]);
});
