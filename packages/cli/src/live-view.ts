import type { StreamMessage } from '@inboard/wire';
import { visible } from './visible.js';

const longestLine = 100;
const shownLines = 3;

/** Shows a run on a terminal as it happens: text as it streams, one line per call, the head of each result. */
export class LiveView {
  readonly #out: NodeJS.WriteStream;
  readonly #colour: boolean;
  #midLine = false;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#colour = out.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  }

  /** The cursor stands behind a text that may go on. */
  get isMidLine(): boolean {
    return this.#midLine;
  }

  show(message: StreamMessage): void {
    switch (message.type) {
      case 'stream_event':
        return this.#showEvent(message.event);
      case 'assistant':
        return message.error === undefined ? this.#showCalls(message.message.content) : undefined;
      case 'user':
        return this.#showResults(message.message.content);
      case 'result':
        return this.#showEnd(message);
      case 'system':
        return message.subtype === 'informational' ? this.#line(this.#dim(visible(message.content))) : undefined;
      default:
        return undefined;
    }
  }

  #showEvent(event: Extract<StreamMessage, { type: 'stream_event' }>['event']): void {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      this.#out.write(visible(event.delta.text));
      this.#midLine = true;
    }
    if (event.type === 'content_block_stop') this.#endLine();
  }

  #showCalls(content: Extract<StreamMessage, { type: 'assistant' }>['message']['content']): void {
    for (const block of content)
      if (block.type === 'tool_use') this.#line(`${this.#bold(`● ${block.name}`)} ${this.#dim(brief(block.input))}`);
  }

  #showResults(content: unknown): void {
    const said = typeof content === 'string' ? /^<local-command-stdout>([\s\S]*)<\/local-command-stdout>$/.exec(content)?.[1] : undefined;
    if (said !== undefined) this.#line(visible(said));
    if (!Array.isArray(content)) return;
    for (const block of content as { type?: string; content?: unknown }[]) {
      if (block.type !== 'tool_result' || typeof block.content !== 'string') continue;
      const lines = block.content.split('\n');
      for (const line of lines.slice(0, shownLines)) this.#line(this.#dim(`  ${clip(visible(line))}`));
      if (lines.length > shownLines) this.#line(this.#dim(`  … ${lines.length - shownLines} more lines`));
    }
  }

  #showEnd(message: Extract<StreamMessage, { type: 'result' }>): void {
    const tokens = message.usage.input_tokens + message.usage.output_tokens;
    if (message.subtype !== 'success') for (const error of message.errors) this.#line(error);
    this.#line(this.#dim(`${(message.duration_ms / 1000).toFixed(1)} s · ${tokens} tokens · $${message.total_cost_usd.toFixed(4)}`));
  }

  #line(text: string): void {
    this.#endLine();
    this.#out.write(`${text}\n`);
  }

  #endLine(): void {
    if (this.#midLine) this.#out.write('\n');
    this.#midLine = false;
  }

  #dim(text: string): string {
    return this.#colour ? `\u001b[2m${text}\u001b[0m` : text;
  }

  #bold(text: string): string {
    return this.#colour ? `\u001b[1m${text}\u001b[0m` : text;
  }
}

function brief(input: unknown): string {
  const values = Object.values((input ?? {}) as Record<string, unknown>).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  return clip(visible(values.join(' ')));
}

function clip(text: string): string {
  const line = text.replaceAll('\n', '⏎');
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
