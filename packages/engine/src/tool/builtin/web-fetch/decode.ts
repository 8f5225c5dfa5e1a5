/** The text of an answer, by its charset or what the page says of itself; UTF-8 when neither makes sense. */
export function decodeText(body: Buffer, contentType: string): string {
  const declared = charsetIn(contentType) ?? bomOf(body) ?? charsetIn(body.toString('latin1', 0, 1024));
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8'); // a charset nobody knows
  }
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(text)?.[1];
}

function bomOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}
