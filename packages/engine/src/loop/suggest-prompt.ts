import { errorText } from '@inboard/wire';
import type { Prompt } from '../input/prompt-queue.js';
import { offlineModelId } from '../model/create.js';
import { textIn } from './ask-once.js';
import { reachedBudget } from './limits.js';
import { createAskModel } from './side-question.js';
import { promptText } from './submit-prompt.js';
import instructions from './suggest-prompt.md';
import type { Turn } from './turn.js';

const mostAsked = 4000;
const mostSuggested = 200;

/** After a result, offers the host a next prompt, when it asked for that. Whoever says something meanwhile is not kept waiting. */
export async function suggestPrompt(turn: Turn, prompt: Prompt, answer: string): Promise<void> {
  const { session } = turn;
  if (!session.suggestsPrompts || session.settings.model === offlineModelId || reachedBudget(turn)) return;
  const signal = AbortSignal.any([session.signal, session.prompts.arrival()]);
  const exchange = [`The person:\n${promptText(prompt.message).slice(0, mostAsked)}`, `The agent:\n${answer.slice(0, mostAsked)}`];
  try {
    const blocks = await createAskModel(session)({ system: instructions.trim(), prompt: exchange.join('\n\n'), maxTokens: 100 }, signal);
    const suggestion = textIn(blocks).split('\n')[0]!;
    const isUsable = suggestion !== '' && suggestion !== 'NONE' && suggestion.length <= mostSuggested;
    if (isUsable && !signal.aborted) await session.output.promptSuggestion(suggestion);
  } catch (error) {
    session.options.debugLog?.(`no prompt was suggested: ${errorText(error)}`); // a courtesy: the turn is over and went well
  }
}
