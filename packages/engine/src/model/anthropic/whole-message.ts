import type { ApiStreamEvent } from '@inboard/wire';
import { readEvent, isRecord } from './event.js';
import { damagedFailure, streamFailure, type FailedTry } from './failure.js';

type Fields = Record<string, unknown>;

/** The events of a reply that came as one JSON message: some servers do not stream. */
export function eventsOfMessage(body: string): { events: ApiStreamEvent[] } | { failure: FailedTry } {
  const message = parse(body);
  if (message?.type === 'error' || isRecord(message?.error)) return { failure: streamFailure(message?.error) };
  if (message?.type !== 'message' || !Array.isArray(message.content)) return { failure: damagedFailure('that is not a message', body) };
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...message.content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason ?? null, stop_sequence: message.stop_sequence ?? null },
      usage: message.usage,
    },
    { type: 'message_stop' },
  ];
  const broken = events.find((event) => 'problem' in readEvent(JSON.stringify(event)));
  return broken ? { failure: damagedFailure('that holds a broken block', body) } : { events: events as unknown as ApiStreamEvent[] }; // each was checked
}

function blockEvents(block: unknown, index: number): Fields[] {
  const { start, deltas } = isRecord(block) ? takeApart(block) : { start: block, deltas: [] };
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** What hosts build from pieces comes in pieces. */
function takeApart(block: Fields): { start: Fields; deltas: Fields[] } {
  switch (block.type) {
    case 'text':
      return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text: block.text }] };
    case 'tool_use':
      return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }] };
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    default:
      return { start: block, deltas: [] };
  }
}

function parse(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // reported with the text by the caller
  }
}
