import type { MessageDefinition } from '../define.js';
import { messages } from './index.js';

/** The definition of a message; nothing when its type or subtype is unknown, which is no error. */
export function findMessage(message: { type: string; subtype?: unknown }): MessageDefinition | undefined {
  return messages.find(
    ({ type, subtypes }) => type === message.type && (subtypes.length === 0 || (subtypes as readonly unknown[]).includes(message.subtype)),
  );
}
