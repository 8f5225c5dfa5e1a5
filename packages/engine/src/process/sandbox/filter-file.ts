import { closeSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxSettings } from '@inboard/wire';
import { spawnError } from '../spawn-error.js';
import { seccompFilter } from './seccomp.js';

/** The filter of system calls as bubblewrap wants it: an open file. */
export interface FilterFile {
  /** Opens it for one command, since reading moves its position. Throws an AgentError when that cannot be done; `close` may be called more than once. */
  open(): { descriptor: number; close: () => void };
}

/** Writes the filter that these settings ask for; nothing where there is none for this processor. */
export function createFilterFile({ network = {} }: SandboxSettings, path: string): FilterFile | undefined {
  // A filter cannot tell one socket from another by its path: where one is allowed, what is mounted has to keep the others away.
  const unixSockets = network.allowAllUnixSockets === true || (network.allowUnixSockets ?? []).length > 0;
  const bytes = seccompFilter({ unixSockets });
  if (bytes === undefined) return undefined;
  writeFileSync(path, bytes, { mode: 0o600 });
  return { open: () => open(path) };
}

function open(path: string): ReturnType<FilterFile['open']> {
  const descriptor = openOrExplain(path);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return { descriptor, close };
}

function openOrExplain(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw spawnError(error as Error, 'the sandbox', { cwd: dirname(path) }); // openSync throws nothing else
  }
}
