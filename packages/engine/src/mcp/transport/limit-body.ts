import { errorText } from '@inboard/wire';
import type { AnswerWatch } from './answer-watch.js';

/** What a server may send in one go, as for one in a child process. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The same answer with an end: a whole one, or each event of a stream, is limited, and a stream that breaks
 * off tells whoever waits for an answer.
 */
export function limitBody(response: Response, watcher?: AnswerWatch): Response {
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  const watch = isStream ? watcher : undefined;
  const reader = response.body.getReader();
  const limit = new EventLimit(isStream);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return finish(controller, watch?.end('the stream ended without an answer'));
        limit.count(value);
        watch?.see(value);
        controller.enqueue(value);
      } catch (error) {
        reader.cancel().catch(() => undefined); // it is broken already
        const last = watch?.end(errorText(error));
        if (last) finish(controller, last);
        else controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function finish(controller: ReadableStreamDefaultController<Uint8Array>, last: Uint8Array | undefined): void {
  if (last) controller.enqueue(last);
  controller.close();
}

const isNewline = (byte: number | undefined) => byte === 10 || byte === 13;

/** Counts what has to be held: everything, or in a stream what came since the last empty line. */
class EventLimit {
  readonly #isStream: boolean;
  #size = 0;
  #last = 0;

  constructor(isStream: boolean) {
    this.#isStream = isStream;
  }

  /** Throws when there is too much. */
  count(chunk: Uint8Array): void {
    this.#size = this.#isStream && this.#endsEvent(chunk) ? chunk.byteLength : this.#size + chunk.byteLength;
    this.#last = chunk.at(-1) ?? this.#last;
    if (this.#size > maxBytes) throw new Error(`the answer is too long: more than ${maxBytes} bytes`);
  }

  /** An empty line may begin with the byte before. */
  #endsEvent(chunk: Uint8Array): boolean {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (isNewline(this.#last) && isNewline(chunk[0]) && !(this.#last === 13 && chunk[0] === 10)) return true;
    return bytes.includes('\n\n') || bytes.includes('\r\n\r\n') || bytes.includes('\r\r');
  }
}
