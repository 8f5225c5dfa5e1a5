import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../port/environment.js';
import { configDir } from '../paths.js';
import type { SessionFacts } from './session-info.js';

/** A file as it was when it was last looked at. Transcripts only grow, so one of the same size and time has not changed. */
interface Look {
  size: number;
  mtimeMs: number;
}

type Entry = [size: number, mtimeMs: number, facts: SessionFacts];

/** A few transcripts are read as fast as an index; it is written when this many were not in it. */
const worthWriting = 100;
const version = 1;

/** Remembers what transcripts are about, so that a list need not open each of them again. It can be removed at any time. */
export class SessionIndex {
  readonly #path: string;
  readonly #old: Map<string, Entry>;
  readonly #seen = new Map<string, Entry>();
  #learned = 0;

  constructor(env: Environment) {
    this.#path = indexPath(env);
    this.#old = readEntries(this.#path);
  }

  /** What is known of a session whose transcript is still the same. */
  find(sessionId: string, { size, mtimeMs }: Look): SessionFacts | undefined {
    const entry = this.#old.get(sessionId);
    if (!entry || entry[0] !== size || entry[1] !== mtimeMs) return undefined;
    this.#seen.set(sessionId, entry);
    return entry[2];
  }

  learn(sessionId: string, { size, mtimeMs }: Look, facts: SessionFacts): void {
    this.#seen.set(sessionId, [size, mtimeMs, facts]);
    this.#learned += 1;
  }

  /** Keeps what was learned, when it is enough to matter. `complete`: what was not asked for is gone. */
  save(options: { complete: boolean }): void {
    if (this.#learned < worthWriting) return;
    const entries = options.complete ? this.#seen : new Map([...this.#old, ...this.#seen]);
    const temporary = `${this.#path}.${process.pid}`;
    try {
      writeFileSync(temporary, JSON.stringify({ version, entries: Object.fromEntries(entries) }), { mode: 0o600 });
      renameSync(temporary, this.#path);
    } catch {
      // a folder that cannot be written is read anew each time
    }
  }
}

/** Removes the index: a session that was deleted leaves no trace in it. */
export function dropIndex(env: Environment): void {
  rmSync(indexPath(env), { force: true });
}

function indexPath(env: Environment): string {
  return join(configDir(env), 'sessions', '.index.json');
}

function readEntries(path: string): Map<string, Entry> {
  try {
    const index = JSON.parse(readFileSync(path, 'utf8')) as { version: number; entries: Record<string, Entry> };
    return index.version === version ? new Map(Object.entries(index.entries).filter(([, entry]) => Array.isArray(entry))) : new Map();
  } catch {
    return new Map(); // none yet, or none of use
  }
}
