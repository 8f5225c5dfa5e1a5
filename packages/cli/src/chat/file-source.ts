import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const mostFiles = 20_000;
const limitMs = 2000;
const freshMs = 5000;

/** The files of a folder that are not ignored, for completion: bounded in number and in time, and read again after a while. */
export class FileSource {
  readonly #cwd: string;
  #files: string[] = [];
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** What is known by now. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Resolves when the list is as it is now, more or less. */
  refresh(): Promise<void> {
    if (performance.now() - this.#readAt < freshMs) return Promise.resolve();
    this.#reading ??= listFiles(this.#cwd).then((files) => {
      this.#files = files;
      this.#readAt = performance.now();
      this.#reading = undefined;
    });
    return this.#reading;
  }
}

/** Ripgrep rather than git: it knows .gitignore, and a repository cannot make it run anything. */
async function listFiles(cwd: string): Promise<string[]> {
  const { rgPath } = await import('@vscode/ripgrep');
  const child = spawn(rgPath, ['--no-config', '--files', '--hidden', '--glob', '!.git'], {
    cwd,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  child.on('error', () => undefined); // no list is a list without files
  const files: string[] = [];
  for await (const file of createInterface({ input: child.stdout })) {
    files.push(file);
    if (files.length >= mostFiles) child.kill('SIGKILL');
  }
  return files.slice(0, mostFiles).toSorted();
}
