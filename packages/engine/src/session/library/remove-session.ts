import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Environment } from '../../port/environment.js';
import { lockSession } from '../lock.js';
import { removedPrefix } from '../paths.js';
import { unlinkTranscript } from '../project-link.js';
import type { FoundSession } from './find-session.js';

/**
 * Removes a session for good, under all its names. Throws `session_in_use` when it is open. `unless` is asked once
 * nobody else can change it any more. Returns whether it is gone.
 */
export async function removeSession(
  env: Environment,
  { sessionId, folder }: Pick<FoundSession, 'sessionId' | 'folder'>,
  unless: () => boolean = () => false,
): Promise<boolean> {
  const release = folder === undefined ? undefined : await lockSession(folder, { waitMs: 0 });
  try {
    if (unless()) return false;
    unlinkTranscript(env, sessionId);
    if (folder !== undefined) removeFolder(folder);
    return true;
  } finally {
    release?.();
  }
}

/** A session is there whole or not at all, also when this is cut short. */
function removeFolder(folder: string): void {
  const gone = join(dirname(folder), `${removedPrefix}${basename(folder)}`);
  renameSync(folder, gone);
  rmSync(gone, { recursive: true, force: true });
}
