import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Reads or changes a setting. */
export const configTool = defineTool({
  name: 'Config',
  input: () => z.object({ setting: z.string(), value: z.union([z.string(), z.boolean(), z.number()]).optional() }),
  output: () =>
    z.object({
      success: z.boolean(),
      operation: z.enum(['get', 'set']).optional(),
      setting: z.string().optional(),
      value: z.unknown().optional(),
      previousValue: z.unknown().optional(),
      newValue: z.unknown().optional(),
      error: z.string().optional(),
    }),
});
export type ConfigInput = Infer<(typeof configTool)['input']>;
export type ConfigOutput = Infer<(typeof configTool)['output']>;
