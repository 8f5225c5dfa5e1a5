import { defineControl } from '../define.js';
import { mcpServerConfig, mcpSetServersResult } from '../mcp.js';
import * as z from 'zod';

/** Replaces the servers that earlier calls of this kind added. */
export const mcpSetServersRequest = defineControl({
  subtype: 'mcp_set_servers',
  from: ['host'],
  params: () => z.object({ servers: z.record(z.string(), mcpServerConfig()) }),
  result: () => mcpSetServersResult(),
});
