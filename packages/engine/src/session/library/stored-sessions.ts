import { errorText, AgentError, type SessionKey, type SessionStore } from '@inboard/wire';
import { eachAtOnce } from './each-at-once.js';
import { factsOf, foldSessionSummary } from './fold-session-summary.js';
import { infoOf, type SDKSessionInfo } from './session-info.js';

/** Transcripts that are loaded from a store at the same time. */
const mostAtOnce = 8;

/** The sessions of a project in a store, newest first: from its summaries, or else from the transcripts. */
export async function listStored(store: SessionStore, projectKey: string): Promise<SDKSessionInfo[]> {
  const infos = store.listSessionSummaries
    ? (await asked(() => store.listSessionSummaries!(projectKey))).map(({ sessionId, mtime, data }) =>
        infoOf(sessionId, factsOf(data), { mtime }),
      )
    : await eachAtOnce(await listed(store, projectKey), mostAtOnce, ({ sessionId, mtime }) =>
        storedInfo(store, { projectKey, sessionId }, mtime),
      );
  return infos.filter((info) => info !== undefined).toSorted((a, b) => b.lastModified - a.lastModified);
}

/** One session of a store; nothing when there is none to show. */
export async function storedInfo(store: SessionStore, key: SessionKey, mtime?: number): Promise<SDKSessionInfo | undefined> {
  const entries = await asked(() => store.load(key));
  if (!entries) return undefined;
  const summary = foldSessionSummary(undefined, key, entries, { ...(mtime !== undefined && { mtime }) });
  return infoOf(key.sessionId, factsOf(summary.data), { mtime: summary.mtime });
}

async function listed(store: SessionStore, projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
  if (!store.listSessions)
    throw new AgentError(
      'unsupported_option',
      'This session store cannot list sessions: it has neither listSessionSummaries nor listSessions.',
    );
  return asked(() => store.listSessions!(projectKey));
}

/** A store that fails is named. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AgentError('session_store_failed', `The session store failed: ${errorText(cause)}`, { cause });
  }
}
