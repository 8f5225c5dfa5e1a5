import { blocksIn, kindsOf, prompt, resultsOf } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options, Query } from 'inboard';
import { expect } from 'vitest';
import type { Agent } from '../harness.js';

/** Checks that a run ended in exactly one error result, told to people and by category; returns its text. */
export function expectFailure(messages: readonly WireMessage[], category: string): string {
  expect(kindsOf(messages).slice(-2)).toEqual(['assistant', 'result/error_during_execution']);
  const [result, ...others] = resultsOf(messages);
  expect(others).toEqual([]);
  expect(result).toMatchObject({ is_error: true, errors: [expect.any(String)] });
  const text = (result as unknown as { errors: string[] }).errors[0]!;
  expect(messages.at(-2)).toMatchObject({ error: category, message: { model: '<synthetic>', content: [{ type: 'text', text }] } });
  return text;
}

/** The notices of tries that are made again. */
export function retriesIn(messages: readonly WireMessage[]): WireMessage[] {
  return messages.filter((message) => message.subtype === 'api_retry');
}

/** What people were told along the way. */
export function noticesIn(messages: readonly WireMessage[]): string[] {
  return messages.flatMap((message) => (message.subtype === 'informational' ? [String(message.content)] : []));
}

/** The assistant lines that were not replaced by later ones. */
export function standing(messages: readonly WireMessage[]): WireMessage[] {
  const replaced = new Set(messages.flatMap((message) => (Array.isArray(message.supersedes) ? (message.supersedes as unknown[]) : [])));
  return messages.filter((message) => message.type === 'assistant' && !replaced.has(message.uuid));
}

/** The texts of the lines that stand. */
export function standingTexts(messages: readonly WireMessage[]): string[] {
  return blocksIn(standing(messages), 'assistant', 'text').map((block) => String(block.text));
}

type Listener = (message: WireMessage, running: Query) => void | Promise<void>;

/** Sends prompts one after the other within one session, each when the one before has its result. */
export async function talk(
  agent: Agent,
  prompts: readonly string[],
  options: Options = {},
  onMessage: Listener = () => undefined,
): Promise<WireMessage[]> {
  let answered: () => void = () => undefined;
  async function* input() {
    for (const words of prompts) {
      const result = new Promise<void>((resolve) => (answered = resolve));
      yield prompt(words) as never; // the SDK's own type of the same message
      await result;
    }
  }
  const messages: WireMessage[] = [];
  const running = agent.query(input(), options);
  for await (const message of running) {
    messages.push(message);
    await onMessage(message, running);
    if (message.type === 'result') answered();
  }
  return messages;
}

/** The messages of a recorded request. */
export function sentMessages(agent: Agent, index: number): { role: string; content: unknown }[] {
  return agent.model.requests[index]!.body.messages as { role: string; content: unknown }[]; // the test asked for this many
}

/** The messages of each turn, its result last. */
export function turnsOf(messages: readonly WireMessage[]): WireMessage[][] {
  const turns: WireMessage[][] = [];
  let turn: WireMessage[] = [];
  for (const message of messages) {
    turn.push(message);
    if (message.type !== 'result') continue;
    turns.push(turn);
    turn = [];
  }
  return turns;
}
