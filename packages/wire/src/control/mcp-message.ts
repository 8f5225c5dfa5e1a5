import { defineControl } from '../define.js';
import { jsonRpcMessage } from '../mcp.js';
import * as z from 'zod';

/** Carries one JSON-RPC message to or from an MCP server that lives in the host. */
export const mcpMessageRequest = defineControl({
  subtype: 'mcp_message',
  from: ['host', 'engine'],
  params: () => z.object({ server_name: z.string(), message: jsonRpcMessage() }),
  result: () => z.object({ mcp_response: jsonRpcMessage().optional() }),
});
