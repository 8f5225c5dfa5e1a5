import { defineHook } from '../define.js';
import * as z from 'zod';

/** A project is set up or maintained by `--init`, `--init-only` or `--maintenance`. */
export const setupHook = defineHook({
  event: 'Setup',
  matchOn: 'trigger',
  input: () => z.object({ trigger: z.enum(['init', 'maintenance']) }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
