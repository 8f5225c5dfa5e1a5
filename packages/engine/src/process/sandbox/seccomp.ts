/** The processors for which there is a filter, by their names in Node. */
const machines = {
  x64: {
    audit: 0xc000003e,
    /** Calls of the x32 interface carry this bit, and have the numbers of others. */
    foreign: 0x4000_0000,
    socket: 41,
    // ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd; add_key, request_key, keyctl;
    // io_uring_*, which makes sockets past any filter; bpf, perf_event_open, userfaultfd, open_by_handle_at, setns; kexec and modules
    forbidden: [101, 310, 311, 312, 438, 248, 249, 250, 425, 426, 427, 321, 298, 323, 304, 308, 246, 320, 175, 313, 176],
  },
  arm64: {
    audit: 0xc00000b7,
    foreign: undefined,
    socket: 198,
    forbidden: [117, 270, 271, 272, 438, 217, 218, 219, 425, 426, 427, 280, 241, 282, 265, 268, 104, 294, 105, 273, 106],
  },
} as const;

/** Families of sockets that lead out of a network namespace: AF_UNIX to daemons of this machine, AF_VSOCK to the one around it. */
const unixFamily = 1;
const vsockFamily = 40;

/** Codes of BPF: load a word, jump when equal, jump when greater or equal, return. */
const code = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, give: 0x06 } as const;
/** Where the kernel's description of a call has the processor, the number and the first argument (its lower half). */
const at = { machine: 4, call: 0, firstArgument: 16 } as const;
const allow = 0x7fff_0000;
const notPermitted = 0x0005_0000 | 1;

interface Step {
  code: number;
  value: number;
  /** Where a jump leads when it is taken; with 'denyUnless', when it is not. */
  to?: 'deny' | 'denyUnless' | 'socket';
}

/**
 * A filter of system calls for bubblewrap: no sockets of families that lead out, unless Unix sockets are
 * allowed, and no calls that look into other processes, keys or the kernel. Nothing for processors we do not know.
 */
export function seccompFilter(options: { unixSockets: boolean; machine?: string }): Buffer | undefined {
  const machine = Object.entries(machines).find(([name]) => name === (options.machine ?? process.arch))?.[1];
  if (machine === undefined) return undefined;
  const families = options.unixSockets ? [vsockFamily] : [unixFamily, vsockFamily];
  return assemble([
    { code: code.load, value: at.machine },
    { code: code.jumpEqual, value: machine.audit, to: 'denyUnless' },
    { code: code.load, value: at.call },
    ...(machine.foreign === undefined ? [] : [{ code: code.jumpAtLeast, value: machine.foreign, to: 'deny' as const }]),
    ...machine.forbidden.map((value) => ({ code: code.jumpEqual, value, to: 'deny' as const })),
    { code: code.jumpEqual, value: machine.socket, to: 'socket' },
    { code: code.give, value: allow },
    { code: code.load, value: at.firstArgument },
    ...families.map((value) => ({ code: code.jumpEqual, value, to: 'deny' as const })),
    { code: code.give, value: allow },
    { code: code.give, value: notPermitted },
  ]);
}

/** Each step as the kernel reads it: code, distance when true, distance when false, value. */
function assemble(steps: readonly Step[]): Buffer {
  const deny = steps.length - 1;
  const socket = steps.findIndex(({ code: each, value }) => each === code.load && value === at.firstArgument);
  const bytes = Buffer.alloc(steps.length * 8);
  for (const [index, step] of steps.entries()) {
    const distance = (target: number) => target - index - 1;
    bytes.writeUInt16LE(step.code, index * 8);
    if (step.to === 'deny') bytes.writeUInt8(distance(deny), index * 8 + 2);
    if (step.to === 'socket') bytes.writeUInt8(distance(socket), index * 8 + 2);
    if (step.to === 'denyUnless') bytes.writeUInt8(distance(deny), index * 8 + 3);
    bytes.writeUInt32LE(step.value, index * 8 + 4);
  }
  return bytes;
}
