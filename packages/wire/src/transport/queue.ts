/** A queue with one consumer that can be told to slow its producer down. */
export class MessageQueue<T> implements AsyncIterableIterator<T> {
  #items: T[] = [];
  #head = 0;
  #ended = false;
  #error: unknown;
  #reader: { resolve: (result: IteratorResult<T>) => void; reject: (error: unknown) => void } | undefined;
  #roomWaiters: (() => void)[] = [];

  constructor(readonly limit = 256) {}

  get size(): number {
    return this.#items.length - this.#head;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Adds an item; dropped without notice once the queue has ended. */
  push(item: T): void {
    if (this.#ended) return;
    if (this.#reader) {
      const reader = this.#reader;
      this.#reader = undefined;
      reader.resolve({ value: item, done: false });
      return;
    }
    this.#items.push(item);
  }

  /** Nothing while there is room, else a promise that resolves when there is. */
  room(): Promise<void> | undefined {
    if (this.#ended || this.size < this.limit) return undefined;
    return new Promise((resolve) => this.#roomWaiters.push(resolve));
  }

  /** No more items will come; what is queued is still delivered, then the error if there is one. */
  end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#releaseWaiters();
    const reader = this.#reader;
    this.#reader = undefined;
    if (!reader) return;
    if (error === undefined) reader.resolve({ value: undefined, done: true });
    else reader.reject(error);
  }

  /** Ends the queue and forgets what nobody has read. */
  discard(): void {
    this.#items = [];
    this.#head = 0;
    this.end();
  }

  next(): Promise<IteratorResult<T>> {
    if (this.size > 0) return Promise.resolve({ value: this.#take(), done: false });
    if (!this.#ended) return new Promise((resolve, reject) => (this.#reader = { resolve, reject }));
    if (this.#error === undefined) return Promise.resolve({ value: undefined, done: true });
    const error = this.#error;
    this.#error = undefined;
    return Promise.reject(error);
  }

  return(): Promise<IteratorResult<T>> {
    this.discard();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next item if one is queued, without waiting. */
  takeNow(): T | undefined {
    return this.size > 0 ? this.#take() : undefined;
  }

  #take(): T {
    const item = this.#items[this.#head] as T; // size > 0 was checked by the caller
    this.#head += 1;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
    if (this.#roomWaiters.length > 0 && this.size < this.limit) this.#releaseWaiters();
    return item;
  }

  #releaseWaiters(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const release of waiters) release();
  }
}
