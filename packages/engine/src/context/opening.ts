import { contextBlock } from './context-block.js';

/** Something that a conversation begins with: where it comes from and its text, if it has something to say. */
export interface OpeningPart {
  source: string;
  text(): Promise<string | undefined> | string | undefined;
}

/** The blocks that stand before the first prompt of a conversation. They stay where they are, so that they are cached. */
export async function openingBlocks(parts: readonly OpeningPart[]): Promise<ReturnType<typeof contextBlock>[]> {
  const texts = await Promise.all(parts.map(async ({ source, text }) => ({ source, text: await text() })));
  return texts.flatMap(({ source, text }) => (text === undefined ? [] : [contextBlock(source, text)]));
}
