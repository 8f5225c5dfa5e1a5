import { getSessionMessages } from '@inboard/engine/sessions';
import type { StreamMessage } from '@inboard/wire';
import { TranscriptView, type ViewOptions } from './transcript-view.js';

const shownMessages = 40;

/** The end of what was said in a session, as rows. */
export async function earlierRows(sessionId: string, options: ViewOptions): Promise<string[]> {
  const messages = await getSessionMessages(sessionId).catch(() => []); // opening the session will say what is wrong
  const view = new TranscriptView(options);
  const rows = messages.slice(-shownMessages).flatMap(({ type, message }) => {
    const { content } = message as { content: unknown }; // stored as the API has it
    const prompt = type === 'user' ? promptIn(content) : undefined;
    if (prompt !== undefined) return view.prompt(prompt);
    return view.take({ type, message, parent_tool_use_id: null } as unknown as StreamMessage); // the view needs no more of it
  });
  return rows.length === 0 ? [] : [...rows, '', options.style.dim('── the session goes on here')];
}

/** The words of a person; what the engine put next to them begins with a mark of its own. */
function promptIn(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const texts = Array.isArray(content) ? (content as { type: string; text?: string }[]).filter(({ type }) => type === 'text') : [];
  return texts.map(({ text = '' }) => text).find((text) => !text.startsWith('<'));
}
