import { contextBlock } from '../context/context-block.js';
import type { Turn } from './turn.js';

/** Tells the model what hooks in the background have found out since it was asked the last time. */
export function sayLateAnswers({ session: { hooks, conversation, port } }: Turn): void {
  const texts = hooks.takeLate();
  if (texts.length === 0) return;
  conversation.addUser({ role: 'user', content: texts.map((text) => contextBlock('background hook', text)) }, port.newId(), {
    isMeta: true,
  });
}
