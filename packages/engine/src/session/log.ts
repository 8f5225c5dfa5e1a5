import { closeSync, existsSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError, encodeLine } from '@inboard/wire';
import type { TranscriptRecord } from './record.js';

/** What is written as a session goes on. One writer, append only. */
export interface SessionLog {
  /** Where it is kept; empty when it is not. */
  readonly path: string;
  /** Returns when the record is with the operating system. Throws `session_write_failed`. */
  append(record: TranscriptRecord): void;
  /** Returns when everything appended is on the disk. Throws `session_write_failed`. */
  sync(): void;
  close(): void;
}

/** A session that is not kept. */
export const noLog: SessionLog = { path: '', append: () => undefined, sync: () => undefined, close: () => undefined };

/** A transcript file, created with the first record. */
export function createFileLog(path: string): SessionLog {
  let file: number | undefined;
  let dirty = false;

  const attempt = <T>(what: () => T): T => {
    try {
      return what();
    } catch (cause) {
      throw new AgentError('session_write_failed', `The session could not be saved to ${path}: ${(cause as Error).message}`, { data: { path }, cause });
    }
  };

  return {
    path,
    append: (record) =>
      attempt(() => {
        file ??= openForAppend(path);
        writeWhole(file, Buffer.from(encodeLine(record)));
        dirty = true;
      }),
    sync: () =>
      attempt(() => {
        if (file === undefined || !dirty) return;
        fsyncSync(file);
        dirty = false;
      }),
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openForAppend(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const torn = existsSync(path) && !endsWithNewline(path);
  const file = openSync(path, 'a', 0o600);
  // A half-written last line is closed off, so that it can never swallow the next record.
  if (torn) writeWhole(file, Buffer.from('\n'));
  return file;
}

function endsWithNewline(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 10);
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
