import type { ApiMessageParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import { modelFacts } from '../model/catalog.js';
import type { ModelRequest } from '../model/model.js';
import { askOnce, textIn } from './ask-once.js';
import { conversationText } from './conversation-text.js';
import { buildRequest } from './request.js';
import instructions from './summarise.md';
import type { Turn } from './turn.js';

/** Characters per token, cautiously. */
const charactersPerToken = 2;
/** Shares of the context window that a conversation gets as text when all of it does not fit. */
const shares = [0.6, 0.3, 0.1];

/** Has the model write a summary of the conversation. One that does not fit is given as text, and less and less of it. */
export async function summarise(turn: Turn, customInstructions: string | null): Promise<{ summary: string } | { problem: string }> {
  const wish = customInstructions === null || customInstructions === '' ? '' : `\n\nThe user adds: ${customInstructions}`;
  const ask: ApiMessageParam = { role: 'user', content: [contextBlock('engine', `${instructions.trim()}${wish}`)] };
  const request = buildRequest(turn);
  const send = (messages: ModelRequest['messages']) =>
    askOnce(
      turn.session,
      { ...request, messages: [...messages, ask] },
      { signal: turn.signal, onRetry: (retry) => turn.session.output.apiRetry(retry) },
    );
  // The same system prompt, tools and history as always, so that they come from the cache.
  let { end, blocks } = await send(request.messages);
  const room = modelFacts(turn.model, turn.session.catalog).context * charactersPerToken;
  for (const share of shares) {
    if (end.ok || !end.failure.tooLong) break;
    const said = contextBlock('conversation', conversationText(request.messages, Math.floor(room * share)));
    ({ end, blocks } = await send([{ role: 'user', content: [said] }]));
  }
  if (!end.ok) return { problem: end.failure.message };
  const summary = textIn(blocks);
  return summary === '' ? { problem: 'the model wrote no summary' } : { summary };
}
