import { describeIssues, hookOutput, type HookEvent, type SyncHookJSONOutput } from '@inboard/wire';

/** Events where plain text counts as context for the model. */
const textIsContext = new Set<HookEvent>(['UserPromptSubmit', 'SessionStart']);

/** What no text holds: control characters other than those of a terminal, and bytes that are no UTF-8. */
const unreadable = /[\0-\x06\x0e-\x1a\x1c-\x1f\uFFFD]/;

/** Reads what a command printed or an address answered: JSON is an answer, plain text is context where that makes sense. */
export function readAnswer(event: HookEvent, text: string): { output: SyncHookJSONOutput } | { problem: string } {
  const trimmed = text.trim();
  if (unreadable.test(trimmed)) return { problem: 'it printed something that is neither text nor JSON.' };
  if (!trimmed.startsWith('{')) return { output: trimmed === '' ? {} : plainText(event, trimmed) };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (error) {
    return { problem: `it printed something that begins like JSON and is none (${(error as Error).message}).` };
  }
  const parsed = hookOutput().safeParse(value);
  if (!parsed.success) return { problem: `its answer is not valid: ${describeIssues(parsed.error)}` };
  return { output: 'async' in parsed.data ? {} : (value as SyncHookJSONOutput) }; // the schema has just said so
}

/** The last line of a WorktreeCreate hook is the path; elsewhere text is context or nothing. */
function plainText(event: HookEvent, text: string): SyncHookJSONOutput {
  if (event === 'WorktreeCreate') return { hookSpecificOutput: { hookEventName: event, worktreePath: text.split('\n').at(-1)!.trim() } };
  return textIsContext.has(event) ? { hookSpecificOutput: { hookEventName: event, additionalContext: text } } : {};
}
