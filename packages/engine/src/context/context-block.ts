import type { ApiContentBlockParam } from '@inboard/wire';

/** Something the engine adds to the conversation on behalf of a hook or itself, marked so that the model can tell it from the user's words. */
export function contextBlock(source: string, text: string): Extract<ApiContentBlockParam, { type: 'text' }> {
  return { type: 'text', text: `<context source="${source}">\n${text}\n</context>` };
}
