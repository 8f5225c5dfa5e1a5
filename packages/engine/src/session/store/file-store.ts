import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { AgentError, type SessionKey, type SessionStore, type SessionStoreEntry, type SessionSummaryEntry } from '@inboard/wire';
import { readFacts } from '../library/read-ends.js';
import { loadTranscript } from '../load.js';
import { createFileLog } from '../log.js';

/** Keeps transcripts as files under a folder: on a shared disk, for instance. */
export class FileSessionStore implements SessionStore {
  readonly #root: string;
  /** The ids each transcript holds, as far as it was looked at. */
  readonly #uuids = new Map<string, Promise<Set<string>>>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    const path = this.#path(key);
    const known = await this.#known(path);
    const log = createFileLog(path);
    try {
      for (const entry of entries) {
        if (entry.uuid !== undefined && known.has(entry.uuid)) continue;
        log.append(entry as Parameters<typeof log.append>[0]); // a line is a line
        if (entry.uuid !== undefined) known.add(entry.uuid);
      }
    } catch (error) {
      this.#uuids.delete(path); // what got there shows when it is looked at again
      throw error;
    } finally {
      await log.close();
    }
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const path = this.#path(key);
    return existsSync(path) ? (await loadTranscript(path)).records : null;
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    const folder = this.#inside(projectKey);
    const names = await list(folder);
    return Promise.all(
      names
        .filter((name) => name.endsWith('.jsonl'))
        .map(async (name) => ({ sessionId: name.slice(0, -6), mtime: (await stat(join(folder, name))).mtimeMs })),
    );
  }

  async listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]> {
    const folder = this.#inside(projectKey);
    const names = (await list(folder)).filter((name) => name.endsWith('.jsonl'));
    return names.map((name) => {
      const { facts, mtime } = readFacts({ path: join(folder, name) });
      return { sessionId: name.slice(0, -6), mtime, data: { ...facts } };
    });
  }

  async delete(key: SessionKey): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    this.#uuids.delete(path);
    if (key.subpath !== undefined) return;
    await rm(path.slice(0, -6), { recursive: true, force: true });
    for (const other of this.#uuids.keys()) if (other.startsWith(path.slice(0, -6) + sep)) this.#uuids.delete(other);
  }

  async listSubkeys({ projectKey, sessionId }: { projectKey: string; sessionId: string }): Promise<string[]> {
    const names = await list(this.#inside(projectKey, sessionId), { recursive: true });
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -6));
  }

  #path({ projectKey, sessionId, subpath }: SessionKey): string {
    return `${this.#inside(projectKey, sessionId, ...(subpath === undefined ? [] : [subpath]))}.jsonl`;
  }

  /** A key can never name a file outside the folder. */
  #inside(...parts: string[]): string {
    const path = join(this.#root, ...parts);
    if (!path.startsWith(this.#root + sep) || parts.some((part) => part === ''))
      throw new AgentError('invalid_option', `"${parts.join('/')}" does not name a transcript.`);
    return path;
  }

  #known(path: string): Promise<Set<string>> {
    const known = this.#uuids.get(path) ?? readUuids(path);
    this.#uuids.set(path, known);
    return known;
  }
}

async function readUuids(path: string): Promise<Set<string>> {
  return new Set((await loadTranscript(path)).records.flatMap(({ uuid }) => (uuid ? [uuid] : [])));
}

async function list(folder: string, options: { recursive?: boolean } = {}): Promise<string[]> {
  return existsSync(folder) ? readdir(folder, options) : [];
}
