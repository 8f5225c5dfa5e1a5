import type { ApiContentBlockParam, ApiMessageParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import { openingBlocks } from '../context/opening.js';
import type { Prompt } from '../input/prompt-queue.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

/** Takes a prompt into the conversation, with what hooks add to it. Returns an end when hooks do not let it in. */
export async function submitPrompt(turn: Turn, prompt: Prompt): Promise<TurnEnd | undefined> {
  const { session, signal } = turn;
  const { hooks, conversation } = session;
  const started = await session.startHooks(signal);
  if (prompt.own) return void conversation.addUser(prompt.message, prompt.uuid, { isMeta: true });
  const outcome = await hooks.run('UserPromptSubmit', { prompt: promptText(prompt.message) }, { signal });
  const refusal = outcome.block ?? outcome.failure;
  if (refusal !== undefined) return { kind: 'stopped', reason: `The prompt was blocked: ${refusal}` };
  if (outcome.stop !== undefined) return { kind: 'stopped', reason: outcome.stop };
  const reminders = await session.reminders.forPrompt(session.toolState, session.permissions.mode);
  const added = [...reminders, ...started.map((text) => contextBlock('session start hook', text)), ...outcome.contexts.map((text) => contextBlock('prompt hook', text))];
  conversation.addUser(withBlocks(await withOpening(session, prompt.message), added), prompt.uuid);
  return undefined;
}

/** The words of a prompt. */
export function promptText(message: ApiMessageParam): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}

/** The first message of a conversation, with what stands before it; any other message as it is. */
export async function withOpening(session: Session, message: ApiMessageParam): Promise<ApiMessageParam> {
  const opening = session.conversation.messages.length === 0 ? await openingBlocks(session.opening) : [];
  return opening.length === 0 ? message : { role: 'user', content: [...opening, ...blocksOf(message)] };
}

function withBlocks(message: ApiMessageParam, added: ApiContentBlockParam[]): ApiMessageParam {
  return added.length === 0 ? message : { role: 'user', content: [...blocksOf(message), ...added] };
}

function blocksOf(message: ApiMessageParam): ApiContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}
