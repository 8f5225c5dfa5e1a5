/** A reply may not end in thinking that led to nothing: the API does not take it back. */
export function withoutTrailingThoughts<T extends { type: string }>(blocks: readonly T[]): T[] {
  const last = blocks.findLastIndex((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking');
  return blocks.slice(0, last + 1);
}
