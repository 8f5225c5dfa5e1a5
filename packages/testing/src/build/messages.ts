import type { UserMessage, WireMessage } from '@inboard/wire';

/** A prompt as a host sends it. */
export function prompt(text: string): UserMessage {
  return { type: 'user', session_id: '', message: { role: 'user', content: [{ type: 'text', text }] }, parent_tool_use_id: null };
}

type Block = { type: string; [field: string]: unknown };

function blocksOf(message: WireMessage): Block[] {
  const content = (message.message as { content?: unknown } | undefined)?.content;
  return Array.isArray(content) ? (content as Block[]) : [];
}

/** Every block of this type that messages of this kind hold, in order. */
export function blocksIn(messages: readonly WireMessage[], from: 'assistant' | 'user', type: string): Block[] {
  return messages.filter((message) => message.type === from).flatMap((message) => blocksOf(message).filter((block) => block.type === type));
}

/** What the model said, as one text per block. */
export function textsOf(messages: readonly WireMessage[]): string[] {
  return blocksIn(messages, 'assistant', 'text').map((block) => String(block.text));
}

/** The results of calls, in order. */
export function toolResultsOf(messages: readonly WireMessage[]): Block[] {
  return blocksIn(messages, 'user', 'tool_result');
}

/** The results that ended turns. */
export function resultsOf(messages: readonly WireMessage[]): WireMessage[] {
  return messages.filter((message) => message.type === 'result');
}

/** The type, or type and subtype, of each message: the order of a run at a glance. */
export function kindsOf(messages: readonly WireMessage[]): string[] {
  return messages.map((message) => (typeof message.subtype === 'string' ? `${message.type}/${message.subtype}` : message.type));
}
