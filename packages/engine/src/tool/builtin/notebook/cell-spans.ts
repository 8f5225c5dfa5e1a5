/** Where the cells of a notebook stand in its text, so that one can be changed and the others left as they are. */
export interface CellSpans {
  /** Just after the opening bracket, and at the closing one. */
  list: { start: number; end: number };
  cells: { start: number; end: number }[];
}

/** Finds the cells in the text of a notebook that is known to be valid JSON. */
export function findCells(text: string): CellSpans | undefined {
  let found: CellSpans | undefined;
  eachMember(text, skipBlank(text, 0), (key, start) => {
    if (key === 'cells' && text[start] === '[') found = spansOf(text, start); // the last one counts, as for JSON.parse
  });
  return found;
}

function spansOf(text: string, open: number): CellSpans {
  const cells: CellSpans['cells'] = [];
  let at = skipBlank(text, open + 1);
  while (text[at] !== ']') {
    const end = skipValue(text, at);
    cells.push({ start: at, end });
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return { list: { start: open + 1, end: at }, cells };
}

function eachMember(text: string, open: number, visit: (key: string, valueStart: number) => void): void {
  let at = skipBlank(text, open + 1);
  while (text[at] === '"') {
    const keyEnd = skipString(text, at);
    const value = skipBlank(text, skipBlank(text, keyEnd) + 1);
    visit(JSON.parse(text.slice(at, keyEnd)) as string, value); // it is a JSON string
    at = skipBlank(text, skipValue(text, value));
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
}

function skipBlank(text: string, at: number): number {
  while (' \t\r\n'.includes(text[at] ?? '?')) at += 1;
  return at;
}

/** The place after a value, of which only strings and brackets need a look. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const char = text[at]!;
    if (char === '"') at = skipString(text, at);
    else at += 1;
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    const isScalarEnd = depth === 0 && char !== '"' && /[\s,\]}]/.test(text[at] ?? ',');
    if (depth === 0 && (char === '"' || char === '}' || char === ']' || isScalarEnd)) return at;
  }
  return text.length;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"' && at < text.length) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
