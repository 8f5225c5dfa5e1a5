import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Begins to plan before acting. */
export const enterPlanModeTool = defineTool({
  name: 'EnterPlanMode',
  input: () => z.object({}),
  output: () => z.object({ message: z.string() }),
});
export type EnterPlanModeInput = Infer<(typeof enterPlanModeTool)['input']>;
export type EnterPlanModeOutput = Infer<(typeof enterPlanModeTool)['output']>;
