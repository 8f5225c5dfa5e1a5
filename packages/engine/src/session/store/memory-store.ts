import type { SessionKey, SessionStore, SessionStoreEntry, SessionSummaryEntry } from '@inboard/wire';
import { foldSessionSummary } from '../library/fold-session-summary.js';

interface Transcript {
  key: SessionKey;
  entries: SessionStoreEntry[];
  uuids: Set<string>;
  summary: SessionSummaryEntry;
}

/** Keeps transcripts in memory: for tests, and for hosts that need them only as long as they run. */
export class InMemorySessionStore implements SessionStore {
  readonly #transcripts = new Map<string, Transcript>();

  /** How many transcripts there are. */
  get size(): number {
    return this.#transcripts.size;
  }

  clear(): void {
    this.#transcripts.clear();
  }

  getEntries(key: SessionKey): SessionStoreEntry[] {
    return structuredClone(this.#transcripts.get(nameOf(key))?.entries ?? []);
  }

  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    const name = nameOf(key);
    const transcript = this.#transcripts.get(name) ?? empty(key);
    this.#transcripts.set(name, transcript);
    const added = structuredClone(entries).filter((entry) => isNew(entry, transcript.uuids));
    transcript.entries.push(...added);
    transcript.summary = foldSessionSummary(transcript.summary, key, added, { mtime: Date.now() });
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const transcript = this.#transcripts.get(nameOf(key));
    return transcript ? structuredClone(transcript.entries) : null;
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    return (await this.listSessionSummaries(projectKey)).map(({ sessionId, mtime }) => ({ sessionId, mtime }));
  }

  async listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]> {
    return [...this.#transcripts.values()]
      .filter(({ key }) => key.projectKey === projectKey && key.subpath === undefined)
      .map(({ summary }) => structuredClone(summary));
  }

  async delete(key: SessionKey): Promise<void> {
    const name = nameOf(key);
    this.#transcripts.delete(name);
    if (key.subpath === undefined)
      for (const other of this.#transcripts.keys()) if (other.startsWith(`${name}/`)) this.#transcripts.delete(other);
  }

  async listSubkeys({ projectKey, sessionId }: { projectKey: string; sessionId: string }): Promise<string[]> {
    return [...this.#transcripts.values()].flatMap(({ key }) =>
      key.projectKey === projectKey && key.sessionId === sessionId && key.subpath !== undefined ? [key.subpath] : [],
    );
  }
}

function empty(key: SessionKey): Transcript {
  return { key: { ...key }, entries: [], uuids: new Set(), summary: foldSessionSummary(undefined, key, []) };
}

/** Whether an entry is there for the first time; one without an id always is. */
function isNew({ uuid }: SessionStoreEntry, known: Set<string>): boolean {
  if (uuid === undefined) return true;
  if (known.has(uuid)) return false;
  known.add(uuid);
  return true;
}

function nameOf({ projectKey, sessionId, subpath }: SessionKey): string {
  return [projectKey, sessionId, ...(subpath === undefined ? [] : [subpath])].join('/');
}
