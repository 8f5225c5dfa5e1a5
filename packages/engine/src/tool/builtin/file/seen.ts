import { createHash } from 'node:crypto';
import type { SeenFile, ToolState } from '../../state.js';
import { Refusal } from './refusal.js';

/** The hash by which a file is known again. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Remembers what the model has seen of a file; kept with the session when it is news. */
export function noteSeen(state: ToolState, path: string, seen: SeenFile): void {
  const before = state.files.get(path);
  if (before && before.hash === seen.hash && before.partial === seen.partial && before.readTo === seen.readTo) return;
  state.files.set(path, seen);
  state.rememberFile(path, seen);
}

/** Lines that a read has shown, out of how many. */
export interface ShownLines {
  first: number;
  last: number;
  total: number;
}

/** Notes a read of some lines. Reads that follow one another add up to the whole file. */
export function noteRead(state: ToolState, path: string, bytes: Uint8Array, lines: ShownLines): void {
  const hash = hashOf(bytes);
  const before = state.files.get(path);
  const known = before?.hash === hash ? before : undefined;
  if (known && !known.partial) return;
  const readTo = lines.first <= (known?.readTo ?? 0) + 1 ? Math.max(known?.readTo ?? 0, lines.last) : (known?.readTo ?? 0);
  noteSeen(state, path, readTo >= lines.total ? { hash, partial: false } : { hash, partial: true, readTo });
}

/** Refuses to change a file that the model has not seen as it is now. */
export function checkSeen(state: ToolState, path: string, bytes: Uint8Array, options: { whole: boolean }): void {
  const seen = state.files.get(path);
  if (!seen && bytes.length === 0) return; // there is nothing to lose
  if (!seen) throw new Refusal(`${path} has not been read yet. Read it first, then change it.`);
  if (seen.hash !== hashOf(bytes)) throw new Refusal(`${path} has changed since it was read. Read it again, then change it.`);
  if (options.whole && seen.partial)
    throw new Refusal(`Only a part of ${path} has been read. Read the rest before replacing it whole, or use Edit.`);
}
