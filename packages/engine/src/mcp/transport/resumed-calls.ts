import type { JsonRpcMessage } from '@inboard/wire';

/** Calls whose stream broke and is being taken up again. When that fails too often, whoever waits is told. */
export class ResumedCalls {
  readonly #tries: number;
  readonly #deliver: (message: JsonRpcMessage) => void;
  readonly #waiting = new Set<string | number>();
  #failures = 0;

  /** `tries` is how often the library tries in a row before it gives up. */
  constructor(tries: number, deliver: (message: JsonRpcMessage) => void) {
    this.#tries = tries;
    this.#deliver = deliver;
  }

  /** A stream has broken before the answer to this request. */
  wait(id: string | number): void {
    this.#waiting.add(id);
  }

  /** Somebody tried to take a stream up again. */
  tried({ worked }: { worked: boolean }): void {
    this.#failures = worked ? 0 : this.#failures + 1;
    if (this.#failures < this.#tries) return;
    const error = { code: -32603, message: 'the stream broke off and could not be taken up again' };
    for (const id of this.#waiting) this.#deliver({ jsonrpc: '2.0', id, error });
    this.#waiting.clear();
    this.#failures = 0;
  }
}
