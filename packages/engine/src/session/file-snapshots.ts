import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
export const mostSnapshots = 1000;

export interface FileSnapshotsOptions {
  folder: string;
  record: (record: TranscriptRecord) => void;
  /** Told when old copies go for the first time. */
  onPrune?: (text: string) => void;
  /** What a stored session had kept. */
  snapshots?: readonly Snapshot[];
  prompts?: readonly string[];
}

/** Copies of files before they are changed, by content. */
export class FileSnapshots {
  readonly #folder: string;
  readonly #options: FileSnapshotsOptions;
  readonly #snapshots: Snapshot[];
  readonly #prompts: string[];
  #pruned = false;

  constructor(options: FileSnapshotsOptions) {
    this.#folder = options.folder;
    this.#options = options;
    this.#snapshots = [...(options.snapshots ?? [])];
    this.#prompts = [...(options.prompts ?? [])];
  }

  /** The folder of the session these belong to. */
  get sessionFolder(): string {
    return dirname(this.#folder);
  }

  /** Everything kept so far, for a checkpoint. */
  get history(): { prompts: string[]; snapshots: Snapshot[] } {
    return { prompts: this.#prompts, snapshots: this.#snapshots };
  }

  /** A prompt begins: from here on files are as they are now. */
  begin(messageId: string): void {
    this.#prompts.push(messageId);
  }

  /** Keeps a file as it is, unless the running turn has kept it already. Throws when it cannot: the change must not happen then. */
  keep(given: string): void {
    const messageId = this.#prompts.at(-1);
    const path = realPath(given);
    if (messageId === undefined || this.#snapshots.some((each) => each.messageId === messageId && each.path === path)) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    const snapshot: Snapshot = {
      messageId,
      path,
      hash: stat?.isFile() ? this.#store(readFileSync(path)) : null,
      mode: stat ? stat.mode & 0o7777 : 0o644,
    };
    this.#options.record({ type: 'file-snapshot', snapshot });
    this.#snapshots.push(snapshot);
    this.#prune();
  }

  /** What every file changed since a prompt was like when that prompt came; nothing for an unknown prompt. */
  since(messageId: string): Map<string, Snapshot> | undefined {
    const from = this.#prompts.indexOf(messageId);
    if (from === -1) return undefined;
    const later = new Set(this.#prompts.slice(from));
    const earliest = new Map<string, Snapshot>();
    for (const snapshot of this.#snapshots)
      if (later.has(snapshot.messageId) && !earliest.has(snapshot.path)) earliest.set(snapshot.path, snapshot);
    return earliest;
  }

  /** The content of a snapshot; undefined when it was pruned or damaged. */
  content(hash: string): Buffer | undefined {
    const path = join(this.#folder, hash);
    if (!existsSync(path)) return undefined;
    const bytes = readFileSync(path);
    return hashOf(bytes) === hash ? bytes : undefined;
  }

  /** Removes every copy, at the end of a session that is not kept. */
  discard(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #store(bytes: Buffer): string {
    const hash = hashOf(bytes);
    const path = join(this.#folder, hash);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (!existsSync(path)) writeComplete(path, bytes);
    return hash;
  }

  #prune(): void {
    if (this.#snapshots.length <= mostSnapshots) return;
    const kept = new Set(this.#snapshots.slice(-mostSnapshots).flatMap(({ hash }) => (hash === null ? [] : [hash])));
    for (const name of readdirSync(this.#folder)) if (!kept.has(name)) unlinkSync(join(this.#folder, name));
    if (!this.#pruned)
      this.#options.onPrune?.(
        `More than ${mostSnapshots} copies of files were kept; the oldest go, so files can no longer be rewound to the first prompts.`,
      );
    this.#pruned = true;
  }
}

/** A copy is there whole or not at all, also after a crash. */
function writeComplete(path: string, bytes: Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** The file that a change would reach, links resolved; for a new file the folder's. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
  }
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
