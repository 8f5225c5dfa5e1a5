import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Moves the session into a git worktree of its own. */
export const enterWorktreeTool = defineTool({
  name: 'EnterWorktree',
  input: () => z.object({ name: z.string().optional() }),
  output: () => z.object({ worktreePath: z.string(), worktreeBranch: z.string().optional(), message: z.string() }),
});
export type EnterWorktreeInput = Infer<(typeof enterWorktreeTool)['input']>;
export type EnterWorktreeOutput = Infer<(typeof enterWorktreeTool)['output']>;
