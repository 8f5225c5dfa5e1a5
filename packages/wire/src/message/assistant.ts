import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Why a reply failed, by kind. */
export const assistantErrors = [
  'authentication_failed',
  'billing_error',
  'rate_limit',
  'invalid_request',
  'server_error',
  'unknown',
  'max_output_tokens',
  'overloaded',
  'model_not_found',
] as const;
export type AssistantError = (typeof assistantErrors)[number];

/** One completed content block of a reply; the lines of one reply share `message.id`. */
export const assistantMessage = defineMessage({
  type: 'assistant',
  fields: () =>
    z.object({
      message: shared.apiMessage(),
      parent_tool_use_id: shared.parent(),
      error: z.enum(assistantErrors).optional(),
      /** The API request this reply came from. */
      request_id: z.string().optional(),
      /** Set when the reply was cut off and this is all that arrived. */
      aborted: z.boolean().optional(),
      /** Lines sent earlier that this one replaces: a cut-off reply was asked for again. */
      supersedes: z.array(z.string()).optional(),
      agent_id: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type AssistantMessage = MessageOf<typeof assistantMessage>;
