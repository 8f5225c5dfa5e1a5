import type { ScriptedBlock } from './blocks.js';

/** An event of the stream, as the API sends it. */
export type ScriptedEvent = { type: string; [field: string]: unknown };

export interface ReplyShape {
  /** Counters of `message_start`; `output_tokens` is the final count. */
  usage?: Record<string, unknown>;
  stopReason?: string;
  model?: string;
  messageId?: string;
}

let nextMessage = 0;

export const defaultUsage = { input_tokens: 100, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 10 };

/** All events of a reply with these blocks, in the order of the API. */
export function eventsOf(blocks: readonly ScriptedBlock[], shape: ReplyShape = {}): ScriptedEvent[] {
  const usage = { ...defaultUsage, ...shape.usage };
  const message = {
    id: shape.messageId ?? `msg_${String((nextMessage += 1)).padStart(6, '0')}`,
    type: 'message',
    role: 'assistant',
    model: shape.model ?? 'scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1, service_tier: 'standard' },
  };
  const stopReason = shape.stopReason ?? (blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');
  return [
    { type: 'message_start', message },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } },
    { type: 'message_stop' },
  ];
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
      return wrap({ type: 'text', text: '' }, pieces.map((piece) => delta({ type: 'text_delta', text: piece })));
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

/** Events as bytes on the wire. */
export function encodeEvents(events: readonly ScriptedEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
