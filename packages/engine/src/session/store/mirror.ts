import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, type SessionKey, type SessionStore, type SessionStoreEntry } from '@inboard/wire';
import type { SessionLog } from '../log.js';

const batchMs = 100;
const tries = 3;
const limitMs = 60_000;

/** Copies what is written locally into a store, in order and in batches. The run never waits for it but at its end. */
export class Mirror {
  readonly #store: SessionStore;
  readonly #key: SessionKey;
  readonly #onProblem: (text: string) => void;
  #waiting: { key: SessionKey; entry: SessionStoreEntry }[] = [];
  #sending: Promise<void> | undefined;

  constructor(options: { store: SessionStore; key: SessionKey; onProblem: (text: string) => void }) {
    this.#store = options.store;
    this.#key = options.key;
    this.#onProblem = options.onProblem;
  }

  /** A log whose records also go to the store, once they are in the file. */
  wrap(log: SessionLog, subpath?: string): SessionLog {
    const key = { ...this.#key, ...(subpath !== undefined && { subpath }) };
    return {
      path: log.path,
      append: (record) => {
        log.append(record);
        this.#waiting.push({ key, entry: structuredClone(record) });
        this.#sending ??= sleep(batchMs, undefined, { ref: false }).then(() => this.#send());
      },
      size: () => log.size(),
      sync: () => log.sync(),
      syncSoon: () => log.syncSoon(),
      close: async () => {
        await log.close();
        await this.flush();
      },
    };
  }

  /** Resolves when everything is with the store, or was given up and said so. Must not reject. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending) await (this.#sending ?? (this.#sending = this.#send()));
  }

  async #send(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    for (const group of groups(batch)) await this.#deliver(group.key, group.entries);
    this.#sending = undefined;
    if (this.#waiting.length > 0) this.#sending = this.#send();
  }

  async #deliver(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await withLimit(this.#store.append(key, entries));
      } catch (error) {
        if (attempt < tries && error !== tooLate) continue;
        return this.#onProblem(
          `The session store did not take ${entries.length} records: ${errorText(error)}. They are in the local transcript.`,
        );
      }
    }
  }
}

const tooLate = new Error(`no answer within ${limitMs / 1000} s`);

async function withLimit<T>(work: Promise<T>): Promise<T> {
  const controller = new AbortController();
  const limit = sleep(limitMs, undefined, { ref: false, signal: controller.signal }).then(
    () => Promise.reject(tooLate),
    () => new Promise<never>(() => undefined), // the work was done in time
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    controller.abort();
  }
}

/** Neighbours of the same transcript travel together. */
function groups(batch: readonly { key: SessionKey; entry: SessionStoreEntry }[]): { key: SessionKey; entries: SessionStoreEntry[] }[] {
  const grouped: { key: SessionKey; entries: SessionStoreEntry[] }[] = [];
  for (const { key, entry } of batch) {
    const last = grouped.at(-1);
    if (last?.key.subpath === key.subpath && last) last.entries.push(entry);
    else grouped.push({ key, entries: [entry] });
  }
  return grouped;
}
