export { deleteSession, forkSession, renameSession, tagSession, type ForkSessionOptions } from './session/library/change-session.js';
export { foldSessionSummary } from './session/library/fold-session-summary.js';
export { getSessionInfo, listSessions, type ListSessionsOptions, type SessionPlace } from './session/library/list-sessions.js';
export {
  getSessionMessages,
  getSubagentMessages,
  listSubagents,
  type SessionMessage,
  type SessionMessagesOptions,
} from './session/library/session-messages.js';
export { needSession } from './session/library/find-session.js';
export type { SDKSessionInfo } from './session/library/session-info.js';
export { FileSessionStore } from './session/store/file-store.js';
export { InMemorySessionStore } from './session/store/memory-store.js';
