import { defineControl } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Passes on a question of an MCP server to the person behind the host. */
export const elicitationRequest = defineControl({
  subtype: 'elicitation',
  from: ['engine'],
  params: () =>
    z.object({
      mcp_server_name: z.string(),
      message: z.string(),
      mode: z.string().optional(),
      url: z.string().optional(),
      elicitation_id: z.string().optional(),
      requested_schema: shared.record().optional(),
    }),
  result: () => z.object({ action: z.enum(['accept', 'decline', 'cancel']), content: shared.record().optional() }),
});
