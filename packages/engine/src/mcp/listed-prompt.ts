/** A prompt a server offers. */
export interface ListedPrompt {
  name: string;
  description: string;
  arguments: { name: string; required: boolean }[];
}

/** Reads a list of prompts; what makes no sense is left out. */
export function readPrompts(items: readonly Record<string, unknown>[]): ListedPrompt[] {
  return items.flatMap(({ name, description, arguments: given }) => {
    if (typeof name !== 'string' || name === '') return [];
    return [
      {
        name,
        description: typeof description === 'string' ? description.slice(0, 1000) : name,
        arguments: Array.isArray(given) ? given.flatMap(readArgument) : [],
      },
    ];
  });
}

function readArgument(given: unknown): ListedPrompt['arguments'] {
  if (typeof given !== 'object' || given === null || !('name' in given) || typeof given.name !== 'string') return [];
  return [{ name: given.name, required: 'required' in given && given.required === true }];
}
