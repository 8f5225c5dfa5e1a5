import { execFile } from 'node:child_process';
import { errorText } from '@inboard/wire';

const patienceMs = 5000;

/** The first line a program prints, or why it cannot be run. */
export function firstLine(command: string, args: readonly string[]): Promise<{ line: string } | { problem: string }> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: patienceMs, env: { PATH: process.env.PATH } }, (error, stdout) => {
      resolve(error ? { problem: errorText(error).split('\n')[0]! } : { line: stdout.split('\n')[0]!.trim() });
    });
  });
}
