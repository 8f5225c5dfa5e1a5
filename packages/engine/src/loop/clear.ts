import { contextBlock } from '../context/context-block.js';
import { withOpening } from './submit-prompt.js';
import type { Turn } from './turn.js';

/** Forgets the conversation: for hooks one session ends and another one starts. */
export async function clear({ session, signal }: Turn): Promise<void> {
  const { hooks, conversation, toolState, port } = session;
  await hooks.run('SessionEnd', { reason: 'clear' }, { signal });
  conversation.clear();
  session.memory.forget();
  toolState.files.clear();
  session.contextTokens = undefined;
  const { contexts } = await hooks.run('SessionStart', { source: 'clear', model: session.settings.model }, { signal });
  for (const context of contexts) {
    const message = await withOpening(session, { role: 'user', content: [contextBlock('session start hook', context)] });
    conversation.addUser(message, port.newId(), { isMeta: true });
  }
}
