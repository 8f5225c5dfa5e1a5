import type { WireMessage } from '@inboard/wire';
import type { McpServerStatus, Options, Query } from 'inboard';
import type { Agent } from '../harness.js';
import { allowAll, held } from './mcp-outcome.js';

/** Runs one prompt with servers; the status is what it was at the end. */
export async function runWithServers(
  agent: Agent,
  options: Options,
  on: { message?: (message: WireMessage) => void; end?: (query: Query) => Promise<void> } = {},
): Promise<{ messages: WireMessage[]; status: McpServerStatus[] }> {
  const { prompts, end } = held('go');
  const query = agent.query(prompts, { ...allowAll, ...options });
  const messages: WireMessage[] = [];
  let status: McpServerStatus[] = [];
  for await (const message of query) {
    messages.push(message);
    on.message?.(message);
    if (message.type !== 'result') continue;
    await on.end?.(query);
    status = await query.mcpServerStatus();
    end();
  }
  return { messages, status };
}
