import { defineMessage, type MessageOf } from '../define.js';
import { permissionMode } from '../permission/mode.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Sent at the start of every turn: what this session is and can do. */
export const initMessage = defineMessage({
  type: 'system',
  subtypes: ['init'],
  fields: () =>
    z.object({
      apiKeySource: z.string(),
      claude_code_version: z.string(),
      cwd: z.string(),
      tools: z.array(z.string()),
      mcp_servers: z.array(z.object({ name: z.string(), status: z.string() })),
      model: z.string(),
      permissionMode: permissionMode(),
      slash_commands: z.array(z.string()),
      output_style: z.string(),
      skills: z.array(z.string()),
      plugins: z.array(z.object({ name: z.string(), path: z.string() })),
      agents: z.array(z.string()).optional(),
      betas: z.array(z.string()).optional(),
      /** What opening a stored session found and repaired. */
      recovered: z.object({ skipped: z.number(), atBytes: z.array(z.number()) }).optional(),
      /** Settings that were found and not applied, each with the reason. */
      not_applied: z.array(z.string()).optional(),
      /** Plugins that could not be used, whole or in part. */
      plugin_errors: z.array(z.object({ plugin: z.string(), path: z.string(), message: z.string() })).optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type InitMessage = MessageOf<typeof initMessage>;
