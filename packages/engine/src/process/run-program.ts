import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { killTree } from '@inboard/wire/subprocess';

export interface ProgramOptions {
  argv: readonly [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
  /** Written to its standard input. */
  input: string;
  signal: AbortSignal;
  /** Characters kept of each stream; more is read and dropped. */
  maxOutput: number;
  /** Told of output as it comes, as long as it is kept. */
  onOutput?: (stdout: string, stderr: string) => void;
}

/** How a program ended: one shape for every way. */
export interface ProgramEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Some output was dropped. */
  truncated: boolean;
  /** Set when it never started. */
  error?: Error;
}

/** How long output is waited for after the program itself has ended: something it left behind may hold the pipe. */
const outputGraceMs = 200;

/** Runs a program to its end, or kills it with everything it started when the signal aborts. Never rejects. */
export async function runProgram(options: ProgramOptions): Promise<ProgramEnd> {
  try {
    return await run(options);
  } catch (error) {
    return { ...nothing, error: error as Error }; // spawn throws nothing else
  }
}

const nothing: ProgramEnd = { exitCode: null, signal: null, stdout: '', stderr: '', truncated: false };

function run(options: ProgramOptions): Promise<ProgramEnd> {
  const [command, ...args] = options.argv;
  return new Promise((resolve, reject) => {
    const end: ProgramEnd = { ...nothing };
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    child.on('error', reject);
    if (child.pid === undefined) return; // it has not started, perhaps without any pipes: the error comes next
    const keep = (stream: 'stdout' | 'stderr') => {
      const decoder = new StringDecoder('utf8');
      return (chunk: Buffer) => {
        const room = options.maxOutput - end[stream].length;
        if (chunk.length > room) end.truncated = true;
        if (room <= 0) return;
        end[stream] += decoder.write(chunk).slice(0, room);
        options.onOutput?.(end.stdout, end.stderr);
      };
    };
    const { pid } = child;
    const kill = () => killTree(pid, 'SIGKILL');
    const finish = () => {
      options.signal.removeEventListener('abort', kill);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(end);
    };
    child.stdout.on('data', keep('stdout'));
    child.stderr.on('data', keep('stderr'));
    child.stdin.on('error', () => undefined); // a program that does not read its input is fine
    child.stdin.end(options.input);
    child.once('exit', (code, signal) => {
      end.exitCode = code;
      end.signal = signal;
      const timer = setTimeout(finish, outputGraceMs);
      child.once('close', () => {
        clearTimeout(timer);
        finish();
      });
    });
    options.signal.addEventListener('abort', kill, { once: true });
    if (options.signal.aborted) kill();
  });
}
