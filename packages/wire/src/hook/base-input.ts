import { lazy } from '../lazy.js';
import * as z from 'zod';

/** What every hook is told. `agent_id` and `agent_type` are set inside a subagent. */
export const baseHookInput = lazy(() =>
  z.object({
    session_id: z.string(),
    transcript_path: z.string(),
    cwd: z.string(),
    permission_mode: z.string().optional(),
    agent_id: z.string().optional(),
    agent_type: z.string().optional(),
  }),
);
export type BaseHookInput = z.infer<ReturnType<typeof baseHookInput>>;
