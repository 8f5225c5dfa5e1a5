import type { Turn, TurnEnd } from '../turn.js';
import { structuredOutputName } from './structured-output.js';

type Done = Extract<TurnEnd, { kind: 'done' }>;

/** What a turn that wants to end comes to when an answer in JSON was asked for: the end, or nothing when the model is asked once more. */
export async function settleEnd(turn: Turn, end: Done): Promise<TurnEnd | undefined> {
  const { structured } = turn.session;
  if (!structured) return end;
  await structured.takeText(end.text);
  if (structured.answer) return withAnswer(end, structured.answer);
  const over = settleTries(turn);
  if (over) return over;
  await askAgain(turn);
  return undefined;
}

/** The end of a turn whose tries for an answer in JSON are used up. */
export function settleTries(turn: Turn): TurnEnd | undefined {
  const exhausted = turn.session.structured?.exhausted;
  return exhausted && { kind: 'max_structured_output', ...exhausted };
}

/** A limit that is reached after the answer came does not take it away. */
export function settleLimit(turn: Turn, limit: TurnEnd): TurnEnd {
  const answer = turn.session.structured?.answer;
  return answer ? withAnswer({ kind: 'done', text: '', stopReason: null }, answer) : limit;
}

function withAnswer(end: Done, answer: { value: unknown }): Done {
  return { ...end, text: end.text === '' ? JSON.stringify(answer.value) : end.text, answer };
}

async function askAgain(turn: Turn): Promise<void> {
  const { conversation, output, port } = turn.session;
  const text = `There is no answer in the required shape yet. Call ${structuredOutputName} with it now.`;
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] };
  const uuid = port.newId();
  conversation.addUser(message, uuid, { isMeta: true });
  await output.user(message, uuid, { isSynthetic: true });
}
