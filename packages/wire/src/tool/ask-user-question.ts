import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Asks the person one to four questions. */
export const askUserQuestionTool = defineTool({
  name: 'AskUserQuestion',
  input: () =>
    z.object({
      questions: z
        .array(
          z.object({
            question: z.string(),
            header: z.string().describe('At most 12 characters'),
            options: z
              .array(z.object({ label: z.string(), description: z.string() }))
              .min(2)
              .max(4),
            multiSelect: z.boolean(),
          }),
        )
        .min(1)
        .max(4),
      answers: z.record(z.string(), z.string()).optional(),
      metadata: z.object({ source: z.string().optional() }).optional(),
    }),
  output: () => z.object({ questions: z.array(z.unknown()), answers: z.record(z.string(), z.string()) }),
});
export type AskUserQuestionInput = Infer<(typeof askUserQuestionTool)['input']>;
export type AskUserQuestionOutput = Infer<(typeof askUserQuestionTool)['output']>;
