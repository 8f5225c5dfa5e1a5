import { lstatSync, readFileSync } from 'node:fs';
import type { ControlResult } from '@inboard/wire';
import { applyRewind, type FileChange } from './apply-rewind.js';
import type { FileSnapshots, Snapshot } from './file-snapshots.js';

type RewindResult = ControlResult<'rewind_files'>;

/** Puts files back to what they were when a prompt came. All of them or none. */
export async function rewindFiles(
  snapshots: FileSnapshots | undefined,
  messageId: string,
  options: { dryRun: boolean },
): Promise<RewindResult> {
  if (!snapshots) return { canRewind: false, error: 'File checkpointing is off: start the session with enableFileCheckpointing.' };
  const wanted = snapshots.since(messageId);
  if (!wanted) return { canRewind: false, error: `No file checkpoint found for message ${messageId}.` };
  const changes: FileChange[] = [];
  for (const snapshot of wanted.values()) {
    const change = planChange(snapshots, snapshot);
    if (typeof change === 'string') return { canRewind: false, error: change };
    if (change) changes.push(change);
  }
  const counts = await countLines(changes);
  if (!options.dryRun) {
    const problem = applyRewind(snapshots.sessionFolder, changes);
    if (problem !== undefined) return { canRewind: false, error: problem };
  }
  return { canRewind: true, filesChanged: changes.map(({ path }) => path), ...counts };
}

function planChange(snapshots: FileSnapshots, snapshot: Snapshot): FileChange | string | undefined {
  const { path, hash, mode } = snapshot;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) return `${path} is no longer a regular file.`;
  const before = stat ? readFileSync(path) : null;
  const after = hash === null ? null : snapshots.content(hash);
  if (after === undefined) return `The copy of ${path} is no longer there: too many files were changed since.`;
  return before === after || (before && after && before.equals(after)) ? undefined : { path, before, after, mode };
}

/** Lines that come back and lines that go. */
async function countLines(changes: readonly FileChange[]): Promise<{ insertions: number; deletions: number }> {
  const { diffLines } = await import('diff');
  let insertions = 0;
  let deletions = 0;
  for (const { before, after } of changes) {
    for (const part of diffLines(before?.toString('utf8') ?? '', after?.toString('utf8') ?? '')) {
      if (part.added) insertions += part.count ?? 0;
      if (part.removed) deletions += part.count ?? 0;
    }
  }
  return { insertions, deletions };
}
