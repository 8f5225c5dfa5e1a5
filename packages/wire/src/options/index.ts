export * from './argv.js';
export * from './callbacks.js';
export * from './check.js';
export * as form from './form.js';
export type { Form } from './form.js';
export * from './options.js';
export * from './row.js';
export * from './sandbox.js';
export type { SessionKey, SessionStore, SessionStoreEntry, SessionSummaryEntry } from './session-store.js';
