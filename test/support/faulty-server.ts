import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('faulty-server.mjs', import.meta.url));

/** A server that misbehaves in the named way; it notes what happens to it in a log. */
export function faultyServer(fault = '', log = ''): { command: string; args: string[] } {
  return { command: process.execPath, args: [script, fault, ...(log === '' ? [] : [log])] };
}

/** True while a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // there is no such process
  }
}
