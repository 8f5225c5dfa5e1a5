import type { ApiContentBlockParam, ApiMessageParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import type { HookOutcome } from '../hook/merge.js';
import { openingBlocks } from '../context/opening.js';
import type { Prompt } from '../input/prompt-queue.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

/** Takes a prompt into the conversation, with what hooks add to it. Returns an end when hooks do not let it in. */
export async function submitPrompt(turn: Turn, prompt: Prompt): Promise<TurnEnd | undefined> {
  const { session, signal } = turn;
  const started = await session.startHooks(signal);
  if (started.stop !== undefined) return { kind: 'stopped', reason: started.stop };
  if (prompt.own) return addOwn(session, prompt);
  const outcome = await askHooks(turn, prompt);
  if (signal.aborted) return { kind: 'interrupted', calling: false }; // hooks that were cut off have not let it in
  const refusal = refusalIn(outcome);
  if (refusal !== undefined) return { kind: 'stopped', reason: `The prompt was blocked: ${refusal}` };
  if (outcome.stop !== undefined) return { kind: 'stopped', reason: outcome.stop };
  const reminders = await session.reminders.forPrompt(session.toolState, session.permissions.mode);
  await accept(turn, prompt, [
    ...reminders,
    ...started.contexts.map((text) => contextBlock('session start hook', text)),
    ...promptBlocks(outcome),
  ]);
  return undefined;
}

/** Adds a prompt to a conversation that is going on; one that hooks block is left out, and the host is told. Returns why the turn should end, if it should. */
export async function addPrompt(turn: Turn, prompt: Prompt): Promise<string | undefined> {
  const { output, hooks } = turn.session;
  if (prompt.own) return addOwn(turn.session, prompt);
  const outcome = await askHooks(turn, prompt);
  const refusal = turn.signal.aborted && hooks.has('UserPromptSubmit') ? 'interrupted before its hooks had answered' : refusalIn(outcome);
  if (refusal !== undefined) await output.notice(`The prompt was blocked: ${refusal}`, 'warning');
  else if (outcome.stop === undefined) await accept(turn, prompt, promptBlocks(outcome));
  return outcome.stop;
}

/** A prompt of the engine itself; no hook is asked about it. */
async function addOwn(session: Session, prompt: Prompt): Promise<undefined> {
  session.conversation.addUser(await withOpening(session, prompt.message), prompt.uuid, { isMeta: true });
}

/** Asks hooks about a prompt that goes to a subagent. Returns the prompt with what they add, or why it may not go there. */
export async function admitPrompt({ session, signal }: Turn, prompt: string): Promise<{ prompt: string } | { refusal: string }> {
  const outcome = await session.hooks.run('UserPromptSubmit', { prompt }, { signal });
  const refusal = refusalIn(outcome) ?? outcome.stop ?? (signal.aborted ? 'interrupted' : undefined);
  return refusal === undefined ? { prompt: [prompt, ...outcome.contexts].join('\n\n') } : { refusal: `The prompt was blocked: ${refusal}` };
}

function askHooks({ session, signal }: Turn, prompt: Prompt): Promise<HookOutcome> {
  return session.hooks.run('UserPromptSubmit', { prompt: promptText(prompt.message) }, { signal });
}

function refusalIn({ block, failure }: HookOutcome): string | undefined {
  return block ?? failure;
}

function promptBlocks({ contexts }: HookOutcome): ApiContentBlockParam[] {
  return contexts.map((text) => contextBlock('prompt hook', text));
}

async function accept({ session }: Turn, prompt: Prompt, added: ApiContentBlockParam[]): Promise<void> {
  session.snapshots?.begin(prompt.uuid);
  session.conversation.addUser(withBlocks(await withOpening(session, prompt.message), added), prompt.uuid);
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

/** The content of a message as blocks. */
export function blocksOf(message: ApiMessageParam): ApiContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}
