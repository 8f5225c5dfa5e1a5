import { createHash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from './file-snapshots.js';
import type { LedgerRow } from './ledger.js';

/** Turns between two checkpoints. */
export const turnsPerCheckpoint = 5;

/** What a transcript comes to up to a byte of it, so that a resume need not read all of it. The transcript stays the truth. */
export interface Checkpoint {
  version: 1;
  /** Everything before this byte is summed up here. */
  offset: number;
  /** A hash of the last bytes before it: a transcript that was changed since is read from its beginning. */
  tail: string;
  /** Where the conversation as the model knows it begins. */
  start: number;
  ledger: LedgerRow[];
  state: Record<string, unknown>;
  prompts: string[];
  snapshots: Snapshot[];
}

const tailBytes = 4096;

/** Writes a checkpoint of a session; it is never seen half-written. */
export function writeCheckpoint(folder: string, transcript: string, content: Omit<Checkpoint, 'version' | 'tail'>): void {
  const tail = tailHash(transcript, content.offset);
  if (tail === undefined) return;
  const place = join(folder, 'checkpoints');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const name = `${String(content.offset).padStart(15, '0')}.json`;
  const checkpoint: Checkpoint = { version: 1, tail, ...content };
  writeFileSync(join(place, `.${name}`), JSON.stringify(checkpoint), { mode: 0o600 });
  renameSync(join(place, `.${name}`), join(place, name));
  for (const old of readdirSync(place)) if (old < name) rmSync(join(place, old), { force: true });
}

/** The newest checkpoint that fits the transcript, if there is one. */
export function readCheckpoint(folder: string, transcript: string): Checkpoint | undefined {
  try {
    const place = join(folder, 'checkpoints');
    const name = readdirSync(place)
      .filter((each) => /^\d+\.json$/.test(each))
      .toSorted()
      .at(-1);
    if (name === undefined) return undefined;
    const checkpoint = JSON.parse(readFileSync(join(place, name), 'utf8')) as Checkpoint; // we wrote it; another version is left alone
    return checkpoint.version === 1 && tailHash(transcript, checkpoint.offset) === checkpoint.tail ? checkpoint : undefined;
  } catch {
    return undefined; // none, or none of use: the transcript has it all
  }
}

function tailHash(path: string, offset: number): string | undefined {
  const file = openSync(path, 'r');
  try {
    const length = Math.min(tailBytes, offset);
    const bytes = Buffer.alloc(length);
    if (
      length === 0 ||
      fstatSync(file).size < offset ||
      readSync(file, bytes, 0, length, offset - length) !== length ||
      bytes.at(-1) !== 10
    )
      return undefined;
    return createHash('sha256').update(bytes).digest('hex');
  } finally {
    closeSync(file);
  }
}
