import { setTimeout as sleep } from 'node:timers/promises';
import { encodeLine, errorText, type SessionKey, type SessionStore, type SessionStoreEntry, type Uuid } from '@inboard/wire';
import type { SessionLog } from '../log.js';
import type { TranscriptRecord } from '../record.js';

const batchMs = 100;
const tries = 3;
const retryMs = 100;
const limitMs = 60_000;

/** Told that a store did not take records. */
type ProblemListener = (error: string, key: SessionKey) => void;

export interface MirrorOptions {
  store: SessionStore;
  key: SessionKey;
  newId: () => Uuid;
}

interface Item {
  key: SessionKey;
  entry: SessionStoreEntry;
}

/** Copies what is written locally into a store, in order and in batches. The run never waits for it but at its end. */
export class Mirror {
  readonly #options: MirrorOptions;
  readonly #problems: Parameters<ProblemListener>[] = [];
  #listener: ProblemListener | undefined;
  #waiting: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  /** Says who is told of problems; those there have been are told now. */
  listen(listener: ProblemListener): void {
    this.#listener = listener;
    for (const problem of this.#problems.splice(0)) listener(...problem);
  }

  /** A log whose records also go to the store, once they are in the file. Each has an id then, so that a batch sent twice counts once. */
  wrap(log: SessionLog, subpath?: string): SessionLog {
    const key = { ...this.#options.key, ...(subpath !== undefined && { subpath }) };
    const unwritten: Item[] = [];
    const named = (record: TranscriptRecord): TranscriptRecord => (record.uuid ? record : { ...record, uuid: this.#options.newId() });
    const itemOf = (record: TranscriptRecord): Item => ({ key, entry: JSON.parse(encodeLine(record)) as SessionStoreEntry }); // as it stands in the file
    return {
      path: log.path,
      append: (record) => {
        const whole = named(record);
        unwritten.push(itemOf(whole));
        log.append(whole); // on failure it is tried again with the next one
        this.#take(unwritten.splice(0));
      },
      begin: (records) => {
        const whole = records.map(named);
        log.begin(whole);
        this.#take(whole.map(itemOf));
      },
      size: () => log.size(),
      sync: () => log.sync(),
      syncSoon: () => log.syncSoon(),
      close: async () => {
        await log.close();
        this.#take(unwritten.splice(0));
        if (subpath === undefined) await this.flush(); // the session goes on after the end of a subagent
      },
    };
  }

  /** Resolves when everything is with the store, or was given up and said so. Must not reject. */
  async flush(): Promise<void> {
    while (this.#sending || this.#waiting.length > 0) await (this.#sending ?? this.#start());
  }

  #take(items: readonly Item[]): void {
    this.#waiting.push(...items);
    // A host that has nothing else to do must be able to leave; at the end of a session everything is sent at once.
    if (!this.#sending && this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#start(), batchMs).unref();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) for (const { key, entries } of groups(this.#waiting.splice(0))) await this.#deliver(key, entries);
  }

  async #deliver(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await withLimit(this.#options.store.append(key, entries));
      } catch (error) {
        if (attempt === tries || error === tooLate) return this.#report(key, entries.length, error);
        await sleep(retryMs * attempt);
      }
    }
  }

  #report(key: SessionKey, count: number, error: unknown): void {
    const text = `The session store did not take ${count} records: ${errorText(error)}. They are in the local transcript.`;
    if (this.#listener) this.#listener(text, key);
    else this.#problems.push([text, key]);
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
function groups(batch: readonly Item[]): { key: SessionKey; entries: SessionStoreEntry[] }[] {
  const grouped: { key: SessionKey; entries: SessionStoreEntry[] }[] = [];
  for (const { key, entry } of batch) {
    const last = grouped.at(-1);
    if (last?.key.subpath === key.subpath && last) last.entries.push(entry);
    else grouped.push({ key, entries: [entry] });
  }
  return grouped;
}
