import type { StreamMessage } from '@inboard/wire';
import { callSubject, oneLine, seconds } from './row/tool-line.js';
import { clip } from './row/wrap.js';

export interface ProgressOptions {
  out: NodeJS.WriteStream;
  cwd: string;
  /** False while the cursor stands in the middle of something else. */
  mayDraw: () => boolean;
}

const redrawMs = 500;
const clearLine = '\r\u001b[K';

/** One line on standard error that says what runs, for how long and how much was said; gone as soon as anything else is written. */
export class ProgressLine {
  readonly #options: ProgressOptions;
  readonly #calls = new Map<string, string>();
  readonly #tokens = new Map<string, number>();
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isShown = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#go();
  }

  take(message: StreamMessage): void {
    if (message.type === 'assistant') this.#takeReply(message);
    if (message.type === 'user' && Array.isArray(message.message.content))
      for (const block of message.message.content) if (block.type === 'tool_result') this.#calls.delete(block.tool_use_id);
    this.#draw();
  }

  /** Makes room for something else; the line comes back by itself. */
  clear(): void {
    if (this.#isShown) this.#options.out.write(clearLine);
    this.#isShown = false;
  }

  /** Keeps away while somebody is asked. */
  async away<T>(during: () => Promise<T>): Promise<T> {
    this.close();
    try {
      return await during();
    } finally {
      this.#go();
    }
  }

  /** The last word, where nobody else says it: how long it took and what it cost. */
  summary({ duration_ms, total_cost_usd }: Extract<StreamMessage, { type: 'result' }>): void {
    this.close();
    this.#options.out.write(`${seconds(duration_ms)} · ${this.#tokenCount()} tokens · $${total_cost_usd.toFixed(4)}\n`);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.clear();
  }

  #go(): void {
    this.#timer = setInterval(() => this.#draw(), redrawMs);
    this.#timer.unref();
  }

  #takeReply({ message, error }: Extract<StreamMessage, { type: 'assistant' }>): void {
    if (error === undefined) this.#tokens.set(message.id, message.usage.input_tokens + message.usage.output_tokens);
    for (const block of message.content)
      if (block.type === 'tool_use')
        this.#calls.set(
          block.id,
          `${oneLine(block.name)} ${callSubject(block.name, block.input as Record<string, unknown>, this.#options.cwd)}`,
        ); // tools take objects
  }

  #draw(): void {
    const { out, mayDraw } = this.#options;
    if (!this.#timer || !mayDraw()) return;
    const doing = [...this.#calls.values()].at(-1) ?? 'Working';
    const tail = ` · ${seconds(performance.now() - this.#startedAt)}${this.#tokens.size > 0 ? ` · ${this.#tokenCount()} tokens` : ''}`;
    out.write(`${clearLine}${clip(doing, Math.max(10, (out.columns || 80) - tail.length - 2))}${tail}`);
    this.#isShown = true;
  }

  #tokenCount(): number {
    return [...this.#tokens.values()].reduce((sum, each) => sum + each, 0);
  }
}

/** A line that moves makes sense for a person at a terminal only. */
export function canShowProgress(out: NodeJS.WriteStream): boolean {
  return out.isTTY && process.env.TERM !== 'dumb';
}
