/** Characters at the end of a piece that may belong to something in the next one. */
const overlap = 64;

/** Watches a stream for the answer to one request, so that a stream that ends without it can say so. */
export class AnswerWatch {
  readonly #id: string | number;
  readonly #onResumable: (id: string | number) => void;
  readonly #answer: RegExp;
  #tail = '\n';
  #isAnswered = false;
  #canResume = false;

  /** `onResumable` is told of a stream that ended without the answer and can be taken up again. */
  constructor(id: string | number, onResumable: (id: string | number) => void) {
    this.#id = id;
    this.#onResumable = onResumable;
    this.#answer = new RegExp(`"id"\\s*:\\s*${JSON.stringify(id).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\\s*[,}]`);
  }

  /** Looks at a piece of the stream. */
  see(bytes: Uint8Array): void {
    const text = this.#tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    this.#isAnswered ||= this.#answer.test(text);
    this.#canResume ||= /[\r\n]id:/.test(text);
    this.#tail = text.slice(-overlap);
  }

  /** What to add to a stream that has ended: an error for whoever waits, unless the answer came or can still come. */
  end(why: string): Uint8Array | undefined {
    if (!this.#isAnswered && this.#canResume) this.#onResumable(this.#id);
    if (this.#isAnswered || this.#canResume) return undefined;
    const error = { jsonrpc: '2.0', id: this.#id, error: { code: -32603, message: why } };
    return Buffer.from(`\n\nevent: message\ndata: ${JSON.stringify(error)}\n\n`);
  }
}
