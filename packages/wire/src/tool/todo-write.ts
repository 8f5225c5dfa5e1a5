import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Replaces the list of things to do. */
export const todoWriteTool = defineTool({
  name: 'TodoWrite',
  input: () =>
    z.object({
      todos: z.array(z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']), activeForm: z.string() })),
    }),
  output: () =>
    z.object({
      oldTodos: z.array(z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']), activeForm: z.string() })),
      newTodos: z.array(z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']), activeForm: z.string() })),
    }),
});
export type TodoWriteInput = Infer<(typeof todoWriteTool)['input']>;
export type TodoWriteOutput = Infer<(typeof todoWriteTool)['output']>;
