import type { ApiStreamEvent } from '@inboard/wire';

/** One event as it was read, or what is wrong with it. */
export type ReadEvent = { event: ApiStreamEvent | ErrorEvent } | { problem: string };

/** An error the API puts into a stream that had begun well. */
export interface ErrorEvent {
  type: 'error';
  error?: unknown;
}

type Fields = Record<string, unknown>;

/** Reads the data of one event. The fields we build on must be there; events we do not know pass through. */
export function readEvent(data: string): ReadEvent {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return { problem: 'that is not JSON' };
  }
  if (!isRecord(event) || typeof event.type !== 'string') return { problem: 'without a type' };
  return hasItsFields(event) ? { event: event as unknown as ApiStreamEvent } : { problem: 'that lacks its fields' }; // unknown types pass through
}

function hasItsFields(event: Fields): boolean {
  switch (event.type) {
    case 'message_start':
      return isRecord(event.message);
    case 'content_block_start':
      return Number.isInteger(event.index) && isBlock(event.content_block);
    case 'content_block_delta':
      return Number.isInteger(event.index) && isRecord(event.delta);
    case 'content_block_stop':
      return Number.isInteger(event.index);
    case 'message_delta':
      return isRecord(event.delta);
    default:
      return true;
  }
}

/** A call without an id or a name could be neither run nor answered. */
function isBlock(block: unknown): boolean {
  if (!isRecord(block) || typeof block.type !== 'string') return false;
  return block.type !== 'tool_use' || (isName(block.id) && isName(block.name));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
