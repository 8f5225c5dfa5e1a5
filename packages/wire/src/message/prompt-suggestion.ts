import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A next prompt the user might want. */
export const promptSuggestionMessage = defineMessage({
  type: 'prompt_suggestion',
  fields: () =>
    z.object({
      suggestion: z.string(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type PromptSuggestionMessage = MessageOf<typeof promptSuggestionMessage>;
