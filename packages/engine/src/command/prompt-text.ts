import type { CommandPrompt } from './command.js';

/** The words of a prompt and of the files that go along with it. */
export function promptBlocksText({ text, blocks = [] }: CommandPrompt): string {
  return [text, ...blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))].join('\n\n');
}
