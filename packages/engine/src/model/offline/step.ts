/** What is done with the result of a call. */
export type Topic =
  | { kind: 'show' }
  | { kind: 'summary' }
  | { kind: 'about'; words: string }
  | { kind: 'lines' }
  | { kind: 'matches' }
  | { kind: 'files' }
  | { kind: 'number-of-files' }
  | { kind: 'done'; text: string };

/** One thing to do, as the offline model understood it. */
export type Step =
  | { kind: 'call'; tool: string; input: Record<string, unknown>; intro: string; topic: Topic; file?: string }
  | { kind: 'say'; text: string };

export function say(text: string): Step {
  return { kind: 'say', text };
}

/** A call, what is said before it, and what its result is for. */
export function call(tool: string, input: Record<string, unknown>, intro: string, topic: Topic = { kind: 'show' }): Step {
  const file = input.file_path ?? input.path;
  return { kind: 'call', tool, input, intro, topic, ...(typeof file === 'string' && { file }) };
}
