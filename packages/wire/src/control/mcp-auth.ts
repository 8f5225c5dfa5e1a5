import { defineControl } from '../define.js';
import { mcpAuthMembers } from '../mcp-auth.js';
import * as z from 'zod';

/** Uses one member of a provider in the host that says who is asking at an MCP server; `describe` tells what it has. */
export const mcpAuthRequest = defineControl({
  subtype: 'mcp_auth',
  from: ['engine'],
  params: () =>
    z.object({
      server_name: z.string(),
      server_url: z.string(),
      member: z.enum(['describe', ...mcpAuthMembers]),
      arguments: z.array(z.unknown()),
    }),
  result: () => z.object({ value: z.unknown().optional() }),
});
