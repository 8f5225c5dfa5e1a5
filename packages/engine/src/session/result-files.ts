import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Files that hold what is too long for the model: outputs of commands, results of MCP tools. */
export interface ResultFiles {
  /** The folder of these files; made when it is first needed. */
  folder(): string;
  /** Opens a new file for writing, readable by the user alone; returns its path and descriptor. */
  create(name: string): { path: string; descriptor: number };
}

/** Files in `tool-results/` of a session's folder. */
export function createResultFiles(sessionFolder: string): ResultFiles {
  const path = join(sessionFolder, 'tool-results');
  let made = false;
  const folder = () => {
    if (!made) mkdirSync(path, { recursive: true, mode: 0o700 });
    made = true;
    return path;
  };
  return {
    folder,
    create: (name) => {
      const file = join(folder(), name.replaceAll(/[^\w.-]/g, '_'));
      // A name that exists, or a link somebody put there, is an error rather than overwritten.
      return { path: file, descriptor: openSync(file, 'wx', 0o600) };
    },
  };
}
