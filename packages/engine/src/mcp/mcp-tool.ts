import type { Client } from '@modelcontextprotocol/client';
import { envNumber } from '../port/environment.js';
import { failed, type Tool, type ToolContext } from '../tool/define.js';
import { anyResult } from './any-result.js';
import type { McpConnection } from './connection.js';
import { httpStatus } from './failure.js';
import type { ListedTool } from './listed-tool.js';
import { mcpName } from './names.js';
import { isTimeout } from './phase.js';
import { mcpOutcome } from './result.js';

/** About 28 hours: a call of minutes or hours is fine, an endless one is not. */
const defaultCallMs = 100_000_000;
const charactersPerToken = 4;

/** Makes a tool of the engine from one of an MCP server. */
export function mcpTool(connection: McpConnection, listed: ListedTool): Tool {
  const name = mcpName(connection.name, listed.name);
  return {
    name,
    description: listed.description,
    inputSchema: () => listed.inputSchema,
    parse: (input) =>
      typeof input === 'object' && input !== null ? { input: input as Record<string, unknown> } : { problem: 'expected an object' }, // the server checks the rest
    isReadOnly: () => listed.annotations.readOnlyHint ?? false,
    run: async (input, context) => {
      await untilAborted(connection.settled, context.signal);
      const { client } = connection;
      if (!client)
        return failed(`The MCP server "${connection.name}" is not connected (${connection.status}). ${connection.error ?? ''}`.trim());
      const maxCharacters = listed.maxCharacters ?? envNumber(context.env, 'MAX_MCP_OUTPUT_TOKENS', 25_000) * charactersPerToken;
      try {
        const result = await callAgainWhenForgotten(connection, client, (to) => call(to, listed, input, context, connection));
        return mcpOutcome(result, { maxCharacters, results: context.results, name });
      } catch (error) {
        await connection.noteFailure(error, connection.client ?? client);
        return failed(`${name} failed: ${whyFailed(connection, error, context)}`);
      }
    },
  };
}

function callLimit(config: McpConnection['config'], { env }: ToolContext): number {
  return config.timeout ?? envNumber(env, 'MCP_TOOL_TIMEOUT', defaultCallMs);
}

function whyFailed(connection: McpConnection, error: unknown, context: ToolContext): string {
  if (connection.status === 'needs-auth') return connection.error ?? '';
  if (isTimeout(error)) return `tools/call timed out after ${callLimit(connection.config, context)} ms`;
  return connection.explain(error);
}

function call(
  client: Client,
  listed: ListedTool,
  input: Record<string, unknown>,
  context: ToolContext,
  { config }: McpConnection,
): Promise<Record<string, unknown>> {
  return client.request(
    { method: 'tools/call', params: { name: listed.name, arguments: input, _meta: { 'claudecode/toolUseId': context.toolUseId } } },
    anyResult,
    {
      timeout: callLimit(config, context),
      resetTimeoutOnProgress: true,
      maxTotalTimeout: defaultCallMs, // progress keeps a call alive, but not for ever
      onprogress: () => undefined, // asks the server for progress, which keeps the call alive
      signal: context.signal,
    },
  );
}

/** A server that answers 404 has lost our session: it gets a new one, and the call once more. */
async function callAgainWhenForgotten<T>(connection: McpConnection, client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    if (httpStatus(error) !== 404 || connection.config.type !== 'http') throw error;
    await connection.reopen(client);
    if (!connection.client) throw error;
    return work(connection.client);
  }
}

/** Waits for something, but not beyond an interrupt. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const done = new AbortController();
  await Promise.race([
    work,
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true, signal: done.signal })),
  ]);
  done.abort();
}
