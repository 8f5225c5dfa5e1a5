import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { envNumber, type Environment } from '../../../port/environment.js';

/** A file that is open for a Read call. */
export interface ReadFile {
  /** As the model named it, made absolute. */
  path: string;
  /** Where it is once links are followed. */
  realPath: string;
  handle: FileHandle;
  stat: Stats;
  /** Its first bytes. */
  head: Buffer;
}

/** How many characters one Read may give to the model: about four to a token. */
export function maxOutput(env: Environment): number {
  return envNumber(env, 'CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS', 25_000) * 4;
}
