const mostWords = 64;
const mostText = 2048;

/** The words that a text with `{a,b}` lists stands for; undefined when it holds more than plain lists. */
export function expandBraces(text: string): string[] | undefined {
  if (text.length > mostText) return undefined;
  let done: string[] = [''];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '{') {
      done = done.map((start) => start + text[i]!);
      continue;
    }
    const end = closing(text, i);
    const items = end === -1 ? undefined : alternatives(text.slice(i + 1, end));
    if (items === undefined) return undefined;
    done = done.flatMap((start) => items.map((item) => start + item));
    if (done.length > mostWords) return undefined;
    i = end;
  }
  return done;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

function alternatives(inside: string): string[] | undefined {
  const items = [''];
  let depth = 0;
  for (const char of inside) {
    if (char === '{') depth++;
    else if (char === '}') depth--;
    if (char === ',' && depth === 0) items.push('');
    else items[items.length - 1] += char;
  }
  if (items.length === 1) return undefined;
  const expanded = items.map((item) => expandBraces(item));
  return expanded.some((list) => list === undefined) ? undefined : expanded.flatMap((list) => list ?? []);
}
