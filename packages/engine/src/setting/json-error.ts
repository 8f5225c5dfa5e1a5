const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const blank = /[ \t\r\n]*/y;

/** Where a text stops being JSON: the line, from 1, and what stands there. Only for texts that `JSON.parse` has refused. */
export function jsonError(text: string): { line: number; reason: string } {
  const at = findError(text);
  const found = text.slice(at).match(/^./u)?.[0];
  return {
    line: text.slice(0, at).split('\n').length,
    reason: found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`,
  };
}

/** Walks through the text with a stack of open brackets, so that depth is no matter. */
function findError(text: string): number {
  const open: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match !== null;
  };
  const next = (character: string): boolean => text[at] === character && (at += 1) > 0;
  const key = (): boolean => take(string) && take(blank) && next(':');
  for (;;) {
    take(blank);
    const bracket = text[at];
    if (bracket === '{' || bracket === '[') {
      at += 1;
      take(blank);
      const close = bracket === '{' ? '}' : ']';
      if (!next(close)) {
        open.push(close);
        if (close === '}' && !key()) return at;
        continue;
      }
    } else if (!take(string) && !take(literal)) return at;
    for (take(blank); open.length > 0 && next(open.at(-1)!); take(blank)) open.pop();
    if (open.length === 0 || !next(',')) return at;
    take(blank);
    if (open.at(-1) === '}' && !key()) return at;
  }
}
