import { defineMessage, type MessageOf } from '../define.js';
import { permissionDenial } from '../permission/decision.js';
import * as z from 'zod';
import { shared } from '../schema.js';
import { modelUsage } from './model-usage.js';

const counters = () => ({
  duration_ms: z.number(),
  duration_api_ms: z.number(),
  is_error: z.boolean(),
  num_turns: z.number(),
  stop_reason: z.string().nullable(),
  total_cost_usd: z.number(),
  usage: shared.usage(),
  modelUsage: z.record(z.string(), modelUsage()),
  permission_denials: z.array(permissionDenial()),
  uuid: shared.uuid(),
  session_id: z.string(),
});

/** The end of a turn that went well: the model's last text and what it cost. */
export const resultSuccess = defineMessage({
  type: 'result',
  subtypes: ['success'],
  fields: () => z.object({ ...counters(), result: z.string(), structured_output: z.unknown().optional() }),
});
export type ResultSuccess = MessageOf<typeof resultSuccess>;

/** The end of a turn that did not: `errors` says what happened and what to do; `error_code` and `error_data` say it to programs, as in an `AgentError`. */
export const resultError = defineMessage({
  type: 'result',
  subtypes: ['error_during_execution', 'error_max_turns', 'error_max_budget_usd', 'error_max_structured_output_retries'],
  fields: () =>
    z.object({
      ...counters(),
      errors: z.array(z.string()),
      error_code: z.string().optional(),
      error_data: z.record(z.string(), z.unknown()).optional(),
    }),
});
export type ResultError = MessageOf<typeof resultError>;

/** Exactly one per turn. */
export type ResultMessage = ResultSuccess | ResultError;
