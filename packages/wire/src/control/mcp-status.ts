import { defineControl } from '../define.js';
import { mcpServerStatus } from '../mcp.js';
import * as z from 'zod';

/** Asks for the state of every MCP server. */
export const mcpStatusRequest = defineControl({
  subtype: 'mcp_status',
  from: ['host'],
  params: () => z.object({}),
  result: () => z.object({ mcpServers: z.array(mcpServerStatus()) }),
});
