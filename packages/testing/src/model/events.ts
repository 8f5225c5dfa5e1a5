import type { ScriptedBlock } from './blocks.js';

/** An event of the stream, as the API sends it. */
export type ScriptedEvent = { type: string; [field: string]: unknown };

export interface ReplyShape {
  /** Counters of `message_start`; `output_tokens` is the final count. Values may be nonsense; `null` leaves the counters out. */
  usage?: Record<string, unknown> | null;
  stopReason?: string;
  model?: string;
  messageId?: string;
}

let nextMessage = 0;

/** The counters of a reply whose script names none. */
export const defaultUsage = { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 10 };

/** All events of a reply with these blocks, in the order of the API. */
export function eventsOf(blocks: readonly ScriptedBlock[], shape: ReplyShape = {}): ScriptedEvent[] {
  const { content: _, stop_reason, usage, ...message } = messageOf(blocks, shape);
  return [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        ...(usage && { usage: { ...usage, output_tokens: startCount(usage.output_tokens) } }),
      },
    },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, ...(usage && { usage: { output_tokens: usage.output_tokens } }) },
    { type: 'message_stop' },
  ];
}

/** A reply with these blocks as one message. */
export function messageOf(blocks: readonly ScriptedBlock[], shape: ReplyShape = {}): ScriptedEvent & { usage?: Record<string, unknown> } {
  return {
    id: shape.messageId ?? `msg_${String((nextMessage += 1)).padStart(6, '0')}`,
    type: 'message',
    role: 'assistant',
    model: shape.model ?? 'scripted',
    content: blocks.map(({ pieces: _, ...block }) => block),
    stop_reason: shape.stopReason ?? (blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    ...(shape.usage !== null && { usage: { ...defaultUsage, service_tier: 'standard', ...shape.usage } }),
  };
}

/** The API says 1 first and the real count at the end; nonsense stays as it is. */
function startCount(outputTokens: unknown): unknown {
  return typeof outputTokens === 'number' && outputTokens > 0 ? 1 : outputTokens;
}

function blockEvents(block: ScriptedBlock, index: number): ScriptedEvent[] {
  const delta = (fields: Record<string, unknown>): ScriptedEvent => ({ type: 'content_block_delta', index, delta: fields });
  const wrap = (start: Record<string, unknown>, deltas: ScriptedEvent[]): ScriptedEvent[] => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas,
    { type: 'content_block_stop', index },
  ];
  switch (block.type) {
    case 'text': {
      const pieces = (block.pieces as string[] | undefined) ?? [String(block.text)];
      return wrap(
        { type: 'text', text: '' },
        pieces.map((piece) => delta({ type: 'text_delta', text: piece })),
      );
    }
    case 'thinking':
      return wrap({ type: 'thinking', thinking: '', signature: '' }, [
        delta({ type: 'thinking_delta', thinking: block.thinking }),
        delta({ type: 'signature_delta', signature: block.signature }),
      ]);
    case 'tool_use': {
      const json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input);
      const middle = Math.ceil(json.length / 2);
      return wrap({ type: 'tool_use', id: block.id, name: block.name, input: {} }, [
        delta({ type: 'input_json_delta', partial_json: json.slice(0, middle) }),
        delta({ type: 'input_json_delta', partial_json: json.slice(middle) }),
      ]);
    }
    default:
      return wrap(block, []);
  }
}

/** Begins a block twice, as a broken server does. */
export function beginTwice(events: readonly ScriptedEvent[], index: number): ScriptedEvent[] {
  return events.flatMap((event) => (event.type === 'content_block_start' && event.index === index ? [event, event] : [event]));
}

/** Sends the first piece of a block before its beginning. */
export function pieceFirst(events: readonly ScriptedEvent[], index: number): ScriptedEvent[] {
  const at = events.findIndex((event) => event.type === 'content_block_start' && event.index === index);
  return [...events.slice(0, at), events[at + 1]!, events[at]!, ...events.slice(at + 2)];
}

/** Leaves out every event of this type. */
export function leaveOut(events: readonly ScriptedEvent[], type: string): ScriptedEvent[] {
  return events.filter((event) => event.type !== type);
}
