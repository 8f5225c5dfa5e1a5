import { defineControl } from '../define.js';
import * as z from 'zod';

/** Connects an MCP server again. */
export const mcpReconnectRequest = defineControl({
  subtype: 'mcp_reconnect',
  from: ['host'],
  params: () => z.object({ serverName: z.string() }),
  result: () => z.object({}),
});
