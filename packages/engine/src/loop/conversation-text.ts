import type { ApiContentBlockParam, ApiMessageParam } from '@inboard/wire';

const longestInput = 500;
const longestResult = 1000;
/** How much of the room belongs to the beginning, where the task stands. */
const headShare = 0.2;

/** A conversation as plain text of at most so many characters: its beginning and its end, long results cut short. */
export function conversationText(messages: readonly ApiMessageParam[], room: number): string {
  const text = messages.flatMap((message) => blocksOf(message).map((block) => `${message.role}: ${blockText(block)}`)).join('\n\n');
  if (text.length <= room) return text;
  const head = Math.floor(room * headShare);
  return `${text.slice(0, head)}\n\n[… ${text.length - room} characters left out …]\n\n${text.slice(text.length - (room - head))}`;
}

function blocksOf({ content }: ApiMessageParam): ApiContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function blockText(block: ApiContentBlockParam): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'tool_use') return `[called ${block.name} with ${clip(JSON.stringify(block.input), longestInput)}]`;
  if (block.type === 'tool_result') return `[result: ${clip(resultText(block.content), longestResult)}]`;
  return `[${block.type}]`;
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as ApiContentBlockParam[]).map(blockText).join('\n'); // results hold texts and pictures
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
