import { defineHook } from '../define.js';
import * as z from 'zod';

/** A git worktree is no longer needed. */
export const worktreeRemoveHook = defineHook({
  event: 'WorktreeRemove',
  input: () => z.object({ worktree_path: z.string() }),
  output: () => z.object({}),
});
