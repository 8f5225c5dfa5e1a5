import { defineHook } from '../define.js';
import * as z from 'zod';

/** A git worktree is wanted. */
export const worktreeCreateHook = defineHook({
  event: 'WorktreeCreate',
  input: () => z.object({ name: z.string() }),
  output: () => z.object({ worktreePath: z.string().optional() }),
});
