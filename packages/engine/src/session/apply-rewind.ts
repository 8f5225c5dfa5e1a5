import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText } from '@inboard/wire';
import { hashOf } from './file-snapshots.js';
import { makeFolder } from './make-folder.js';

/** One file to be put back. */
export interface FileChange {
  path: string;
  /** What it is now, and what it is to be; null when there is no file. */
  before: Buffer | null;
  after: Buffer | null;
  mode: number;
}

/** What is being done, so that it can be finished by another process. */
interface Journal {
  /** While files are written beside the real ones nothing has changed yet. */
  state: 'preparing' | 'applying';
  /** Each has a file beside it that is called so; it goes when its change is done. */
  suffix: string;
  changes: { path: string; before: string | null; removes: boolean }[];
}

const journalName = 'rewind.json';

/**
 * Puts files back, all of them or none: new contents are written beside the files first, and what is being done stands
 * in a journal, by which `finishRewind` goes on after a kill. Returns why nothing was changed, if it was not.
 */
export function applyRewind(folder: string, changes: readonly FileChange[]): string | undefined {
  const journal: Journal = {
    state: 'preparing',
    suffix: `.${process.pid}.rewind`,
    changes: changes.map(({ path, before, after }) => ({ path, before: before && hashOf(before), removes: after === null })),
  };
  const done: FileChange[] = [];
  try {
    writeJournal(folder, journal);
    for (const change of changes) prepare(change, journal.suffix);
    const other = journal.changes.find(({ path, before }) => contentHash(path) !== before);
    if (other) throw new Error(`${other.path} was changed meanwhile; try again`);
    writeJournal(folder, { ...journal, state: 'applying' });
    for (const change of changes) {
      applyOne(change.path, { suffix: journal.suffix, removes: change.after === null });
      done.push(change);
    }
    return undefined;
  } catch (error) {
    for (const { path, before, mode } of done) putBack(path, before, mode);
    for (const { path } of changes) if (existsSync(path + journal.suffix)) unlinkSync(path + journal.suffix);
    return `Nothing was changed: ${errorText(error)}`;
  } finally {
    rmSync(join(folder, journalName), { force: true });
  }
}

/** Finishes what a process that was killed had begun, and says so; nothing when there is nothing to finish. */
export function finishRewind(folder: string): string | undefined {
  const journal = readJournal(folder);
  if (!journal) return undefined;
  const { state, suffix, changes } = journal;
  const open = changes.filter(({ path }) => existsSync(path + suffix));
  const changedSince = open.filter(({ path, before }) => state === 'preparing' || contentHash(path) !== before);
  for (const change of open) {
    if (changedSince.includes(change)) rmSync(change.path + suffix, { force: true });
    else applyOne(change.path, { suffix, removes: change.removes });
  }
  rmSync(join(folder, journalName), { force: true });
  if (state === 'preparing') return undefined;
  const left =
    changedSince.length > 0
      ? ` Left as they are, because they were changed since: ${changedSince.map(({ path }) => path).join(', ')}.`
      : '';
  return `A rewind of files that was cut short has been finished.${left}`;
}

function prepare({ path, after, mode }: FileChange, suffix: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path + suffix, 'wx', mode);
  try {
    const bytes = after ?? Buffer.alloc(0);
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(path + suffix, mode);
}

function applyOne(path: string, { suffix, removes }: { suffix: string; removes: boolean }): void {
  if (!removes) return renameSync(path + suffix, path);
  rmSync(path, { force: true });
  unlinkSync(path + suffix);
}

function putBack(path: string, before: Buffer | null, mode: number): void {
  if (before === null) rmSync(path, { force: true });
  else writeFileSync(path, before, { mode });
}

function writeJournal(folder: string, journal: Journal): void {
  makeFolder(folder);
  const temporary = join(folder, `.${journalName}`);
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify(journal));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, journalName));
}

function readJournal(folder: string): Journal | undefined {
  try {
    const journal = JSON.parse(readFileSync(join(folder, journalName), 'utf8')) as Journal;
    return /^\.\d+\.rewind$/.test(journal.suffix) && Array.isArray(journal.changes) ? journal : undefined;
  } catch {
    return undefined; // none, or none of use
  }
}

function contentHash(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? hashOf(readFileSync(path)) : null;
}
