import { toolUse, type ScriptedBlock } from '@inboard/testing';
import { MessageQueue, type WireMessage } from '@inboard/wire';
import type { Query, SDKUserMessage } from 'inboard';

/** A prompt as an application sends it. */
export function userPrompt(text: string, more: Partial<SDKUserMessage> = {}): SDKUserMessage {
  return { type: 'user', session_id: '', message: { role: 'user', content: [{ type: 'text', text }] }, parent_tool_use_id: null, ...more };
}

/** A stream of prompts that a test feeds as it goes. */
export class Talk extends MessageQueue<SDKUserMessage> {
  constructor(...texts: string[]) {
    super(Infinity);
    for (const text of texts) this.say(text);
  }

  say(text: string, more: Partial<SDKUserMessage> = {}): void {
    this.push(userPrompt(text, more));
  }
}

/** Reads up to and including the first message that fits; fails when there is none. */
export async function readUntil(query: Query, fits: (message: WireMessage) => boolean): Promise<WireMessage[]> {
  const seen: WireMessage[] = [];
  for (let next = await query.next(); !next.done; next = await query.next()) {
    const message = next.value as unknown as WireMessage; // looked at by its fields
    seen.push(message);
    if (fits(message)) return seen;
  }
  throw new Error(`The query ended first, after: ${JSON.stringify(seen.map(({ type, subtype }) => [type, subtype]))}`);
}

export const isResult = (message: WireMessage) => message.type === 'result';

/** What remains of a query. */
export async function readRest(query: Query): Promise<WireMessage[]> {
  const seen: WireMessage[] = [];
  for (let next = await query.next(); !next.done; next = await query.next()) seen.push(next.value); // looked at by its fields
  return seen;
}

/** A call that runs until it is stopped. It needs `allowEndless`. */
export function endlessCall(id = 'toolu_endless'): ScriptedBlock {
  return toolUse('Bash', { command: 'sleep 7777' }, id);
}

/** The rule that lets endless calls run. */
export const allowEndless = 'Bash(sleep:*)';

/** The error something was rejected with. */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error; // whatever it is, the test looks at it
  }
  throw new Error('It did not fail.');
}

/** Waits until something that no event tells of has happened. */
export async function reached(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 2));
}
