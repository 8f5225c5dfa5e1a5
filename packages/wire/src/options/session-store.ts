/** Names a transcript in a store. */
export interface SessionKey {
  /** The working directory of the session, with everything but letters and digits as `-`. */
  projectKey: string;
  sessionId: string;
  /** A transcript beside the main one, such as `subagents/agent-<id>`. */
  subpath?: string;
}

/** One line of a transcript. */
export interface SessionStoreEntry {
  type: string;
  uuid?: string;
  timestamp?: string;
  [field: string]: unknown;
}

/** What is needed to show a session in a list. `foldSessionSummary` makes it from entries as they come. */
export interface SessionSummaryEntry {
  sessionId: string;
  /** When it was last appended to, in milliseconds since 1970. */
  mtime: number;
  /** Kept as it is: what it holds is the business of `foldSessionSummary`. */
  data: Record<string, unknown>;
}

/** A place of your own for transcripts, beside the local files. */
export interface SessionStore {
  /** Adds entries, in order. An entry whose `uuid` is there already must not be added again; one without a `uuid` always is. May reject: it is tried again. */
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>;
  /** Everything that was appended, deep-equal and in order; null when nothing ever was. */
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>;
  /** The sessions of a project, in any order. */
  listSessions?(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>;
  /** The same with what is needed to show them. */
  listSessionSummaries?(projectKey: string): Promise<SessionSummaryEntry[]>;
  /** Removes a transcript; a main one with everything beside it. One that is not there is no error. */
  delete?(key: SessionKey): Promise<void>;
  /** The subpaths of a session. */
  listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<string[]>;
}
