import type { ApiContentBlock } from '@inboard/wire';
import type { HandlerEnd, HookHandler } from '../handler.js';
import system from './prompt.md';

/** Asks a small model; the same shape as the engine's side questions. */
export type AskSmallModel = (
  question: { system: string; prompt: string; maxTokens: number; model?: string },
  signal: AbortSignal,
) => Promise<ApiContentBlock[]>;

/** Lets the small model, or the one that is named, decide: `{"ok": false, "reason": …}` is a no. */
export function runPromptHook(prompt: string, ask: AskSmallModel, model?: string): HookHandler['run'] {
  return async (call): Promise<HandlerEnd> => {
    const event = JSON.stringify(call.input);
    const rule = prompt.includes('$ARGUMENTS') ? prompt.replaceAll('$ARGUMENTS', () => event) : `${prompt}\n\nEvent:\n${event}`;
    try {
      const blocks = await ask({ system: system.trim(), prompt: rule, maxTokens: 300, ...(model !== undefined && { model }) }, call.signal);
      return readVerdict(blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''));
    } catch (error) {
      return { kind: 'failed', reason: `the model could not be asked (${(error as Error).message}).` };
    }
  };
}

function readVerdict(text: string): HandlerEnd {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  try {
    const verdict = JSON.parse(json ?? '') as { ok?: unknown; reason?: unknown };
    if (verdict.ok === true) return { kind: 'ran', output: {}, stdout: text };
    if (verdict.ok === false)
      return { kind: 'blocked', reason: typeof verdict.reason === 'string' ? verdict.reason : 'No reason was given.', stdout: text };
  } catch {
    // falls through to the failure below: an answer that is no verdict
  }
  return { kind: 'failed', reason: 'the model gave no verdict.', stdout: text };
}
