import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptRecord } from './record.js';

/** What a file was like before it was changed in the turn of a prompt. */
export interface Snapshot {
  /** The prompt whose turn changed it. */
  messageId: string;
  path: string;
  /** The content, by hash; null when there was no file. */
  hash: string | null;
  mode: number;
}

/** Snapshots kept at most; the oldest contents go first. */
const mostSnapshots = 1000;

/** Copies of files before they are changed, by content. */
export class FileSnapshots {
  readonly #folder: string;
  readonly #record: (record: TranscriptRecord) => void;
  readonly #snapshots: Snapshot[];
  readonly #prompts: string[];

  constructor(options: { folder: string; record: (record: TranscriptRecord) => void; snapshots?: readonly Snapshot[]; prompts?: readonly string[] }) {
    this.#folder = options.folder;
    this.#record = options.record;
    this.#snapshots = [...(options.snapshots ?? [])];
    this.#prompts = [...(options.prompts ?? [])];
  }

  /** A prompt begins: from here on files are as they are now. */
  begin(messageId: string): void {
    this.#prompts.push(messageId);
  }

  /** Keeps a file as it is, unless the running turn has kept it already. Throws when it cannot: the change must not happen then. */
  keep(path: string): void {
    const messageId = this.#prompts.at(-1);
    if (messageId === undefined || this.#snapshots.some((each) => each.messageId === messageId && each.path === path)) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    const snapshot: Snapshot = { messageId, path, hash: stat?.isFile() ? this.#store(readFileSync(path)) : null, mode: stat ? stat.mode & 0o7777 : 0o644 };
    this.#record({ type: 'file-snapshot', snapshot });
    this.#snapshots.push(snapshot);
    this.#prune();
  }

  /** What every file changed since a prompt was like when that prompt came; nothing for an unknown prompt. */
  since(messageId: string): Map<string, Snapshot> | undefined {
    const from = this.#prompts.indexOf(messageId);
    if (from === -1) return undefined;
    const later = new Set(this.#prompts.slice(from));
    const earliest = new Map<string, Snapshot>();
    for (const snapshot of this.#snapshots) if (later.has(snapshot.messageId) && !earliest.has(snapshot.path)) earliest.set(snapshot.path, snapshot);
    return earliest;
  }

  /** The content of a snapshot; undefined when it was pruned or damaged. */
  content(hash: string): Buffer | undefined {
    const path = join(this.#folder, hash);
    if (!existsSync(path)) return undefined;
    const bytes = readFileSync(path);
    return hashOf(bytes) === hash ? bytes : undefined;
  }

  #store(bytes: Buffer): string {
    const hash = hashOf(bytes);
    const path = join(this.#folder, hash);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    return hash;
  }

  #prune(): void {
    const kept = new Set(this.#snapshots.slice(-mostSnapshots).flatMap(({ hash }) => (hash === null ? [] : [hash])));
    if (this.#snapshots.length <= mostSnapshots) return;
    for (const name of readdirSync(this.#folder)) if (!kept.has(name)) unlinkSync(join(this.#folder, name));
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
