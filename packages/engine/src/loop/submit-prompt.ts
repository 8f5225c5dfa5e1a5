import type { ApiContentBlockParam, ApiMessageParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import type { Prompt } from '../input/prompt-queue.js';
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
  const added = [...started.map((text) => contextBlock('session start hook', text)), ...outcome.contexts.map((text) => contextBlock('prompt hook', text))];
  session.snapshots?.begin(prompt.uuid);
  conversation.addUser(withBlocks(prompt.message, added), prompt.uuid);
  return undefined;
}

/** The words of a prompt. */
export function promptText(message: ApiMessageParam): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}

function withBlocks(message: ApiMessageParam, added: ApiContentBlockParam[]): ApiMessageParam {
  return added.length === 0 ? message : { role: 'user', content: [...blocksOf(message), ...added] };
}

function blocksOf(message: ApiMessageParam): ApiContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}
