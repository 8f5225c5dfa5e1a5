import { contextBlock } from '../context/context-block.js';
import { openingBlocks } from '../context/opening.js';
import { summarise } from './summarise.js';
import type { Turn } from './turn.js';

export type CompactTrigger = 'manual' | 'auto';

/** How a compaction went. */
export type CompactResult = { kind: 'done'; summary: string; preTokens: number } | { kind: 'refused'; reason: string };

/** Replaces the conversation by a summary that the model writes. What must survive does: the task, the plan, the list of things to do. */
export async function compact(turn: Turn, trigger: CompactTrigger, customInstructions: string | null): Promise<CompactResult> {
  const { session, signal } = turn;
  const { hooks, output, agent } = session;
  const hookOptions = { signal, ...(agent && { agent }) };
  const before = await hooks.run('PreCompact', { trigger, custom_instructions: customInstructions }, hookOptions);
  const refusal = before.block ?? before.stop;
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  await output.status('compacting');
  const written = await summarise(turn, customInstructions);
  await output.status(null);
  if ('problem' in written) return { kind: 'refused', reason: written.problem };
  const preTokens = session.contextTokens ?? 0;
  await replaceConversation(turn, written.summary, trigger, preTokens);
  await output.compactBoundary(trigger, preTokens);
  await hooks.run('PostCompact', { trigger, compact_summary: written.summary }, hookOptions);
  const started = await hooks.run('SessionStart', { source: 'compact', model: turn.model }, hookOptions);
  for (const context of started.contexts)
    session.conversation.addUser({ role: 'user', content: [contextBlock('session start hook', context)] }, session.port.newId(), {
      isMeta: true,
    });
  session.contextTokens = undefined;
  return { kind: 'done', summary: written.summary, preTokens };
}

async function replaceConversation(turn: Turn, summary: string, trigger: CompactTrigger, preTokens: number): Promise<void> {
  const { conversation, toolState, port, memory, opening } = turn.session;
  memory.forget();
  const begin = await openingBlocks(opening);
  const parts = [`The conversation so far was summarised to save room.\n\n${summary}`];
  if (toolState.todos.length > 0)
    parts.push(`Things to do:\n${toolState.todos.map((todo) => `- [${todo.status}] ${todo.content}`).join('\n')}`);
  if (toolState.plan !== null) parts.push(`The plan:\n${toolState.plan}`);
  const files = [...toolState.files.keys()];
  if (files.length > 0) parts.push(`Files read so far (read them again before relying on what they hold):\n${files.slice(-50).join('\n')}`);
  const message = { role: 'user' as const, content: [...begin, contextBlock('summary', parts.join('\n\n'))] };
  conversation.summarise(message, port.newId(), { trigger, pre_tokens: preTokens });
}
