import type { SessionKey, SessionStore, SessionStoreEntry } from '@inboard/wire';

/** Keeps transcripts in memory: for tests, and for hosts that need them only as long as they run. */
export class InMemorySessionStore implements SessionStore {
  readonly #transcripts = new Map<string, { key: SessionKey; entries: SessionStoreEntry[]; uuids: Set<string>; mtime: number }>();

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
    const transcript = this.#transcripts.get(name) ?? { key: { ...key }, entries: [], uuids: new Set(), mtime: 0 };
    this.#transcripts.set(name, transcript);
    for (const entry of entries) {
      if (entry.uuid !== undefined && transcript.uuids.has(entry.uuid)) continue;
      if (entry.uuid !== undefined) transcript.uuids.add(entry.uuid);
      transcript.entries.push(structuredClone(entry));
    }
    transcript.mtime = Date.now();
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const transcript = this.#transcripts.get(nameOf(key));
    return transcript ? structuredClone(transcript.entries) : null;
  }

  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    return [...this.#transcripts.values()]
      .filter(({ key }) => key.projectKey === projectKey && key.subpath === undefined)
      .map(({ key, mtime }) => ({ sessionId: key.sessionId, mtime }));
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

function nameOf({ projectKey, sessionId, subpath }: SessionKey): string {
  return [projectKey, sessionId, ...(subpath === undefined ? [] : [subpath])].join('/');
}
