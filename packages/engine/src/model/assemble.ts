import type { ApiContentBlock, ApiMessage, ApiStreamEvent } from '@inboard/wire';
import { toolInput } from './tool-input.js';
import { mergeUsage, type RawUsage } from './usage.js';

/** A block while it comes in. Its JSON input is kept as text until it is whole. */
interface OpenBlock {
  block: Record<string, unknown>;
  json: string;
}

/** Which pieces a block of a known type is made of; a type we do not know may be made of any. */
const piecesOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  redacted_thinking: [],
  tool_use: ['input_json_delta'],
};

const pieces = new Set(Object.values(piecesOf).flat());

/** A piece that we know, of a block that we know, which does not take it. */
function isForeign(block: unknown, piece: unknown): boolean {
  const fitting = piecesOf[text(block)];
  return fitting !== undefined && !fitting.includes(text(piece)) && pieces.has(text(piece));
}

/** Puts the events of one reply together. What makes no sense is noted, never thrown. */
export class ReplyAssembler {
  /** The message without its content, as `message_start` gave it. */
  message: Omit<ApiMessage, 'content'> | undefined;
  stopReason: string | null = null;
  usage: RawUsage = {};
  /** Why the tool calls of this reply cannot be trusted; empty when all is well. */
  readonly problems: string[] = [];
  readonly #open = new Map<number, OpenBlock>();
  readonly #seen = new Set<number>();

  /** Takes one event; returns the block that it completed, if it did. */
  push(event: ApiStreamEvent): ApiContentBlock | undefined {
    switch (event.type) {
      case 'content_block_delta':
        this.#grow(event.index, event.delta as unknown as Record<string, unknown>); // deltas we do not know are ignored
        return undefined;
      case 'content_block_start':
        this.#start(event.index, event.content_block);
        return undefined;
      case 'content_block_stop':
        return this.#stop(event.index);
      case 'message_start':
        this.message = event.message;
        this.usage = mergeUsage({}, event.message.usage);
        return undefined;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? this.stopReason;
        this.usage = mergeUsage(this.usage, event.usage);
        return undefined;
      default:
        return undefined;
    }
  }

  /** The text of blocks that never ended. */
  partialText(): string {
    return [...this.#open.values()].map(({ block }) => text(block.text)).join('');
  }

  /** Ends the blocks that the reply left open. */
  closeOpen(): ApiContentBlock[] {
    return [...this.#open.keys()].flatMap((index) => {
      this.problems.push(`block ${index} never ended`);
      return this.#stop(index) ?? [];
    });
  }

  #start(index: number, block: ApiContentBlock): void {
    if (this.#seen.has(index)) this.problems.push(`block ${index} began twice`);
    this.#seen.add(index);
    this.#open.set(index, { block: { ...block }, json: '' });
  }

  #grow(index: number, delta: Record<string, unknown>): void {
    const open = this.#open.get(index);
    if (!open) return void this.problems.push(`a piece of block ${index} came without its beginning`);
    const { block } = open;
    if (isForeign(block.type, delta.type)) return void this.problems.push(`block ${index} (${text(block.type)}) got a ${text(delta.type)}`);
    switch (delta.type) {
      case 'text_delta':
        block.text = text(block.text) + text(delta.text);
        return;
      case 'thinking_delta':
        block.thinking = text(block.thinking) + text(delta.thinking);
        return;
      case 'signature_delta':
        block.signature = text(block.signature) + text(delta.signature);
        return;
      case 'input_json_delta':
        open.json += text(delta.partial_json);
        return;
      case 'citations_delta':
        block.citations = [...(Array.isArray(block.citations) ? (block.citations as unknown[]) : []), delta.citation];
        return;
      default:
        return;
    }
  }

  #stop(index: number): ApiContentBlock | undefined {
    const open = this.#open.get(index);
    if (!open) return void this.problems.push(`block ${index} ended without its beginning`);
    this.#open.delete(index);
    if (open.json !== '') open.block.input = this.#parseInput(open);
    else if (open.block.type === 'tool_use') open.block.input ??= {};
    return open.block as unknown as ApiContentBlock; // what the API started it as
  }

  #parseInput(open: OpenBlock): unknown {
    const read = toolInput(text(open.block.name), open.json);
    if ('input' in read) return read.input;
    this.problems.push(read.problem);
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
