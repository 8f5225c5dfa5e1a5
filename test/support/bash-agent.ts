import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import type { Agent } from '../harness.js';

/** Options of an agent that runs commands. Whatever is asked even so is allowed: its promises are about running. */
export const options: Options = {
  tools: ['Bash', 'TaskOutput', 'TaskStop'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
};

/** What a call came to. */
export interface Ran {
  content: string;
  isError: boolean;
  result: unknown;
}

/** Has the model call Bash once per input, one reply each; the last word is "done". */
export async function run(agent: Agent, inputs: Record<string, unknown>[], more: Options = {}): Promise<Ran[]> {
  agent.model.says(...inputs.map((input) => reply(toolUse('Bash', input))), reply(text('done')));
  const messages = await agent.ask('go', more);
  expect(resultsOf(messages)).toHaveLength(1);
  return ranIn(messages);
}

/** The calls in a conversation. */
export function ranIn(messages: WireMessage[]): Ran[] {
  const results = messages.filter((message) => message.type === 'user' && 'tool_use_result' in message);
  return toolResultsOf(messages).map((block, index) => ({
    content: block.content as string,
    isError: block.is_error === true,
    result: results[index]?.tool_use_result,
  }));
}

/** Runs one command. */
export async function bash(agent: Agent, command: string, more: Record<string, unknown> = {}): Promise<Ran> {
  const [ran] = await run(agent, [{ command, ...more }]);
  return ran!;
}

/** The agent's environment with more variables. */
export function withEnv(agent: Agent, env: Record<string, string>): Options {
  return { env: { ...agent.options.env, ...env } };
}
