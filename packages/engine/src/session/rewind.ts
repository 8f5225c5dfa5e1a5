import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText, type ControlResult } from '@inboard/wire';
import type { FileSnapshots, Snapshot } from './file-snapshots.js';

type RewindResult = ControlResult<'rewind_files'>;

/** One file to be put back. */
interface Change {
  path: string;
  before: Buffer | null;
  after: Buffer | null;
  mode: number;
}

/** Puts files back to what they were when a prompt came. All of them or none. */
export async function rewindFiles(
  snapshots: FileSnapshots | undefined,
  messageId: string,
  options: { dryRun: boolean },
): Promise<RewindResult> {
  if (!snapshots) return { canRewind: false, error: 'File checkpointing is off: start the session with enableFileCheckpointing.' };
  const wanted = snapshots.since(messageId);
  if (!wanted) return { canRewind: false, error: `No file checkpoint found for message ${messageId}.` };
  const changes: Change[] = [];
  for (const snapshot of wanted.values()) {
    const change = planChange(snapshots, snapshot);
    if (typeof change === 'string') return { canRewind: false, error: change };
    if (change) changes.push(change);
  }
  const counts = await countLines(changes);
  if (!options.dryRun) {
    const problem = applyAll(changes);
    if (problem !== undefined) return { canRewind: false, error: problem };
  }
  return { canRewind: true, filesChanged: changes.map(({ path }) => path), ...counts };
}

function planChange(snapshots: FileSnapshots, snapshot: Snapshot): Change | string | undefined {
  const { path, hash, mode } = snapshot;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) return `${path} is no longer a regular file.`;
  const before = stat ? readFileSync(path) : null;
  const after = hash === null ? null : snapshots.content(hash);
  if (after === undefined) return `The copy of ${path} is no longer there: too many files were changed since.`;
  return before === after || (before && after && before.equals(after)) ? undefined : { path, before, after, mode };
}

/** Writes new contents beside the files first; only when all are there are they put in place. */
function applyAll(changes: readonly Change[]): string | undefined {
  const staged: { temporary: string; path: string }[] = [];
  const done: Change[] = [];
  try {
    for (const { path, after, mode } of changes) {
      if (after === null) continue;
      const temporary = `${path}.${process.pid}.rewind`;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(temporary, after, { mode, flag: 'wx' });
      chmodSync(temporary, mode);
      staged.push({ temporary, path });
    }
    for (const change of changes) {
      const stagedFile = staged.find(({ path }) => path === change.path);
      if (stagedFile) renameSync(stagedFile.temporary, change.path);
      else unlinkSync(change.path);
      done.push(change);
    }
    return undefined;
  } catch (error) {
    for (const { path, before } of done) {
      if (before === null) rmSync(path, { force: true });
      else writeFileSync(path, before);
    }
    for (const { temporary } of staged) if (existsSync(temporary)) rmSync(temporary, { force: true });
    return `Nothing was changed: ${errorText(error)}`;
  }
}

/** Lines that come back and lines that go. */
async function countLines(changes: readonly Change[]): Promise<{ insertions: number; deletions: number }> {
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
