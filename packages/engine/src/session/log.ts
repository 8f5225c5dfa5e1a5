import { closeSync, fstatSync, fsync, fsyncSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { AgentError, encodeLine } from '@inboard/wire';
import { makeFolder } from './make-folder.js';
import type { TranscriptRecord } from './record.js';

/** What is written as a session goes on. One writer, append only. */
export interface SessionLog {
  /** Where it is kept; empty when it is not. */
  readonly path: string;
  /** Returns when the record is with the operating system. Throws `session_write_failed`; the record is kept and tried again with the next one. */
  append(record: TranscriptRecord): void;
  /** Puts the first records in place, all of them or none, also when the process is killed. Nothing may have been appended. Throws `session_write_failed`. */
  begin(records: readonly TranscriptRecord[]): void;
  /** Returns when everything appended is on the disk. Throws `session_write_failed`. */
  sync(): void;
  /** Bytes of the transcript so far. */
  size(): number;
  /** Starts what `sync` does and returns at once; a failure of the disk is thrown by the next `append`. */
  syncSoon(): void;
  /** Resolves when everything is saved that can be saved. Must not reject. */
  close(): Promise<void>;
}

/** A session that is not kept. */
export const noLog: SessionLog = {
  path: '',
  append: () => undefined,
  begin: () => undefined,
  size: () => 0,
  sync: () => undefined,
  syncSoon: () => undefined,
  close: async () => undefined,
};

export interface FileLogOptions {
  /** Called once the file is there. */
  onOpen?: () => void;
  /** Called when nothing more is written. */
  onClose?: () => void;
  /** Told what a person should know. */
  onNotice?: (text: string) => void;
  /** Given the records that could not be saved, one JSON per line. */
  onUnsaved?: (path: string, lines: string) => void;
}

/** A transcript file, created with the first record. */
export function createFileLog(path: string, options: FileLogOptions = {}): SessionLog {
  return new FileLog(path, options);
}

const flushSoon = promisify(fsync);

class FileLog implements SessionLog {
  readonly path: string;
  readonly #options: FileLogOptions;
  /** Lines not yet with the operating system. */
  #waiting: Buffer[] = [];
  #file: number | undefined;
  #dirty = false;
  /** The file ends in the middle of a line. */
  #torn = false;
  #syncing: Promise<void> | undefined;
  /** A flush that failed may have lost anything: nothing is written after it. */
  #broken: AgentError | undefined;

  constructor(path: string, options: FileLogOptions) {
    this.path = path;
    this.#options = options;
  }

  append(record: TranscriptRecord): void {
    this.#waiting.push(Buffer.from(encodeLine(record)));
    if (this.#broken) throw this.#broken;
    this.#attempt(() => this.#flush());
  }

  begin(records: readonly TranscriptRecord[]): void {
    this.#attempt(() =>
      this.#putInPlace((file) => {
        for (const record of records) writeWhole(file, Buffer.from(encodeLine(record)), () => undefined);
      }),
    );
  }

  sync(): void {
    if (this.#broken) throw this.#broken;
    this.#attempt(() => {
      if (this.#file === undefined) return;
      this.#reviveIfGone();
      if (!this.#dirty && !this.#syncing) return; // one that is on its way has not arrived
      try {
        fsyncSync(this.#file);
      } catch (error) {
        this.#broken = this.#failure(error);
        throw error;
      }
      this.#dirty = false;
    });
  }

  size(): number {
    return (this.#file === undefined ? statSync(this.path, { throwIfNoEntry: false }) : fstatSync(this.#file))?.size ?? 0;
  }

  syncSoon(): void {
    if (this.#file === undefined || this.#syncing || this.#broken) return;
    this.#attempt(() => this.#reviveIfGone());
    if (!this.#dirty) return;
    this.#dirty = false;
    this.#syncing = flushSoon(this.#file)
      .catch((error: unknown) => void (this.#broken ??= this.#failure(error)))
      .finally(() => (this.#syncing = undefined));
  }

  async close(): Promise<void> {
    await this.#syncing;
    this.#saveTheRest();
    await this.#syncing;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    if (this.#waiting.length > 0) this.#options.onUnsaved?.(this.path, Buffer.concat(this.#waiting).toString('utf8'));
    this.#waiting = [];
    this.#options.onClose?.();
  }

  /** Space may have come back. */
  #saveTheRest(): void {
    try {
      if (this.#waiting.length > 0 && !this.#broken) this.#flush();
      this.syncSoon();
    } catch {
      // handed over as unsaved
    }
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(cause: unknown): AgentError {
    if (AgentError.is(cause)) return cause;
    const { message, code } = cause as NodeJS.ErrnoException;
    return new AgentError(
      'session_write_failed',
      `The session could not be saved to ${this.path}: ${message}. Nothing more is run until it can be; make room or repair the disk, then resume.`,
      {
        data: { path: this.path, errno: code },
        cause,
      },
    );
  }

  /** Writes what waits, each line whole. A line that was cut short is closed off and written again. */
  #flush(): void {
    const file = this.#open();
    while (this.#waiting.length > 0) {
      const line = this.#waiting[0]!;
      writeWhole(file, this.#torn ? Buffer.concat([newline, line]) : line, () => (this.#torn = true));
      this.#torn = false;
      this.#dirty = true;
      this.#waiting.shift();
    }
  }

  #open(): number {
    if (this.#file !== undefined) return this.#file;
    makeFolder(dirname(this.path));
    // A half-written last line is closed off, so that it can never swallow the next record.
    this.#torn = endsTorn(this.path);
    this.#file = openSync(this.path, 'a+', 0o600);
    this.#options.onOpen?.();
    return this.#file;
  }

  /** Makes the file anew: it is there whole or not at all. */
  #putInPlace(fill: (file: number) => void): void {
    makeFolder(dirname(this.path));
    const temporary = `${this.path}.new`;
    const file = openSync(temporary, 'w', 0o600);
    try {
      fill(file);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, this.path);
    this.#file = undefined;
    this.#open();
  }

  /** A transcript that was deleted while it is written is put back; one that was replaced is left alone. */
  #reviveIfGone(): void {
    const old = this.#file!; // called only with an open file
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (now?.ino === fstatSync(old).ino) return;
    if (now) {
      this.#broken = new AgentError(
        'session_write_failed',
        `The transcript ${this.path} was replaced by another file while the session was running. Nothing more is run; resume to go on from the new file.`,
        { data: { path: this.path } },
      );
      throw this.#broken;
    }
    this.#putInPlace((temporary) => copyInto(old, temporary));
    closeSync(old);
    this.#options.onNotice?.(`The transcript ${this.path} was deleted while the session was running; it was put back.`);
  }
}

const newline = Buffer.from('\n');

function endsTorn(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })) return false;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size > 0 && (readSync(file, last, 0, 1, size - 1) !== 1 || last[0] !== 10);
  } finally {
    closeSync(file);
  }
}

/** Writes all bytes; `onPart` is told once a part of them is in the file. */
function writeWhole(file: number, bytes: Buffer, onPart: () => void): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written);
    if (written > 0 && written < bytes.length) onPart();
  }
}

function copyInto(from: number, to: number): void {
  const chunk = Buffer.alloc(64 * 1024);
  for (let at = 0; ;) {
    const read = readSync(from, chunk, 0, chunk.length, at);
    if (read === 0) return;
    writeWhole(to, chunk.subarray(0, read), () => undefined);
    at += read;
  }
}
