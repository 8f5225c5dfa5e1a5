import { defineControl } from '../define.js';
import * as z from 'zod';

/** Turns an MCP server on or off. */
export const mcpToggleRequest = defineControl({
  subtype: 'mcp_toggle',
  from: ['host'],
  params: () => z.object({ serverName: z.string(), enabled: z.boolean() }),
  result: () => z.object({}),
});
