import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { programs, runners } from './bash-grammar.js';

/** Runs scripts and says which programs they started. */
export interface Recorder {
  /** How the programs are recorded. */
  readonly how: 'strace' | 'stubs';
  run(script: string): string[];
  close(): void;
}

const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path)) ?? 'bash';

/** A recorder in a folder of its own, where no program but the stubs can be found. With bubblewrap and strace the kernel records, otherwise the stubs do. */
export function recorder(): Recorder {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-fuzz-'));
  const bin = join(folder, 'bin');
  const work = join(folder, 'work');
  for (const each of [bin, work]) mkdirSync(each);
  for (const name of programs) stub(join(bin, name), '');
  for (const name of runners)
    stub(join(bin, name), 'while [[ $1 == -* || $1 == *=* || $1 == [0-9] ]]; do shift; done\n[ $# -gt 0 ] && exec "$@"\n');
  stub(join(bin, 'bash'), `exec ${bash} --norc --noprofile "$@"\n`);
  const traced = canTrace(folder);
  let count = 0;
  return {
    how: traced ? 'strace' : 'stubs',
    run(script) {
      // A log per run: what an earlier script left running must not speak for this one.
      const log = join(folder, `log-${++count}`);
      const shell = [bash, '--norc', '--noprofile', '-c', script];
      const [command, ...args] = traced
        ? [...jail(folder), tool('strace')!, '-f', '-qq', '-e', 'trace=execve', '-o', log, ...shell]
        : shell;
      spawnSync(command!, args, {
        cwd: work,
        input: '',
        timeout: 10_000,
        env: { PATH: bin, HOME: work, STUB_LOG: log },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      rmSync(log, { force: true });
      return [...new Set(traced ? startedBy(text, bin) : text.split('\n').filter((line) => line !== ''))];
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function stub(path: string, more: string): void {
  writeFileSync(path, `#!${bash} -p\necho "\${0##*/}" >> "$STUB_LOG" 2>/dev/null\n${more}`);
  chmodSync(path, 0o755);
}

function jail(folder: string): string[] {
  return [
    tool('bwrap') ?? 'bwrap',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--bind',
    folder,
    folder,
    '--unshare-net',
    '--unshare-pid',
    '--die-with-parent',
  ];
}

function tool(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin'].map((place) => join(place, name)).find((path) => existsSync(path));
}

/** The sandbox and the tracer may be missing, or forbidden where the tests run. */
function canTrace(folder: string): boolean {
  if (tool('bwrap') === undefined || tool('strace') === undefined) return false;
  const [command, ...args] = [...jail(folder), tool('strace')!, '-f', '-qq', '-e', 'trace=execve', '-o', '/dev/null', bash, '-c', ':'];
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** The stubs that the kernel says were started. */
function startedBy(trace: string, bin: string): string[] {
  return [...trace.matchAll(/execve\("([^"]+)".*\) = 0$/gm)].flatMap((match) => (match[1]!.startsWith(bin) ? [basename(match[1]!)] : []));
}
