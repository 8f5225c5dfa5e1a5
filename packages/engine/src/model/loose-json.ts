/** What a text holds as JSON, also inside a code fence that is all there is; nothing when it holds none. */
export function looseJson(text: string): unknown {
  const plain = /^\s*```\w*[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(plain.trim()) as unknown;
  } catch {
    return undefined; // plain text, then
  }
}
