interface Reader<T> {
  resolve: (result: IteratorResult<T>) => void;
  reject: (error: unknown) => void;
}

/** A queue with one consumer that can be told to slow its producer down. */
export class MessageQueue<T> implements AsyncIterableIterator<T> {
  #items: T[] = [];
  #head = 0;
  #ended = false;
  #error: unknown;
  readonly #readers: Reader<T>[] = [];
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
    const reader = this.#readers.shift();
    if (reader) reader.resolve({ value: item, done: false });
    else this.#items.push(item);
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
    for (const reader of this.#readers.splice(0)) this.#finish(reader);
  }

  /** Ends the queue and forgets what nobody has read. */
  discard(): void {
    this.#items = [];
    this.#head = 0;
    this.#error = undefined;
    this.end();
  }

  next(): Promise<IteratorResult<T>> {
    if (this.size > 0) return Promise.resolve({ value: this.#take(), done: false });
    return new Promise((resolve, reject) => {
      if (this.#ended) this.#finish({ resolve, reject });
      else this.#readers.push({ resolve, reject });
    });
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
    // What was read must not stay in memory, also when the queue never runs empty.
    if (this.#head === this.#items.length || this.#head >= 1024) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    if (this.#roomWaiters.length > 0 && this.size < this.limit) this.#releaseWaiters();
    return item;
  }

  /** Tells a reader of the end; the error goes to the first one only. */
  #finish(reader: Reader<T>): void {
    const error = this.#error;
    this.#error = undefined;
    if (error === undefined) reader.resolve({ value: undefined, done: true });
    else reader.reject(error);
  }

  #releaseWaiters(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const release of waiters) release();
  }
}
