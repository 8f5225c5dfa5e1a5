import { errorText } from '@inboard/wire';
import { envNumber } from '../port/environment.js';
import { failed, type Tool } from '../tool/define.js';
import type { ListedTool, McpConnection } from './connection.js';
import { mcpToolName } from './names.js';
import { mcpOutcome, type McpResult } from './result.js';

/** About 28 hours: a call of minutes or hours is fine, an endless one is not. */
const defaultCallMs = 100_000_000;

/** Makes a tool of the engine from one of an MCP server. */
export function mcpTool(connection: McpConnection, listed: ListedTool): Tool {
  const name = mcpToolName(connection.name, listed.name);
  return {
    name,
    description: listed.description ?? listed.name,
    inputSchema: () => asObjectSchema(listed.inputSchema),
    parse: (input) => (typeof input === 'object' && input !== null ? { input: input as Record<string, unknown> } : { problem: 'expected an object' }), // the server checks the rest
    isReadOnly: () => listed.annotations?.readOnlyHint ?? false,
    run: async (input, context) => {
      const { client } = connection;
      if (!client) return failed(`The MCP server "${connection.name}" is not connected (${connection.status}).`);
      const timeout = connection.config.timeout ?? envNumber(context.env, 'MCP_TOOL_TIMEOUT', defaultCallMs);
      const maxTokens = envNumber(context.env, 'MAX_MCP_OUTPUT_TOKENS', 25_000);
      try {
        const result = await client.callTool(
          { name: listed.name, arguments: input, _meta: { 'claudecode/toolUseId': context.toolUseId } },
          { timeout, resetTimeoutOnProgress: true, onprogress: () => undefined, signal: context.signal },
        );
        return mcpOutcome(result as McpResult, { maxTokens, results: context.results, name });
      } catch (error) {
        return failed(`${name} failed: ${errorText(error)}`);
      }
    },
  };
}

/** The API wants an object at the root. */
function asObjectSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _, ...rest } = schema;
  return rest.type === 'object' ? rest : { type: 'object', ...rest };
}
