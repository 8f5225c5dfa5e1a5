/** What a `Bash(...)` rule says about the text of a command. */
export interface CommandPattern {
  /** The text before the first `*`, or all of it. */
  readonly head: string;
  /** No `*`: the rule spells out one command. */
  readonly exact: boolean;
  /** True if the whole text is meant. */
  matches(text: string): boolean;
  /** A test for the parts of a text from an offset to its end; the text is searched once for all offsets. */
  on(text: string): (offset: number) => boolean;
}

/** Reads the inside of a `Bash(...)` rule: an exact command, a prefix (`npm run:*`) or a text with `*`. */
export function commandPattern(content: string): CommandPattern {
  const text = content.trim().replace(/[ \t]+/g, ' ');
  if (text.endsWith(':*')) return prefixed(pieces(text.slice(0, -2)));
  if (text.endsWith(' *') && !text.endsWith('\\ *')) return prefixed(pieces(text.slice(0, -2)));
  return whole(pieces(text));
}

/** Splits at each `*` that is not escaped; `\*` and `\\` are the characters themselves. */
function pieces(text: string): string[] {
  const found = [''];
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '\\' && (text[i + 1] === '*' || text[i + 1] === '\\')) found[found.length - 1] += text[++i]!;
    else if (char === '*') found.push('');
    else found[found.length - 1] += char;
  }
  return found;
}

/** The command alone, or followed by a blank and anything. */
function prefixed(parts: readonly string[]): CommandPattern {
  const bare = whole(parts);
  const more = whole([...parts.slice(0, -1), `${parts.at(-1)!} `, '']);
  return pattern(bare.head, false, (text) => {
    const [alone, followed] = [bare.on(text), more.on(text)];
    return (offset) => alone(offset) || followed(offset);
  });
}

function whole([head = '', ...rest]: readonly string[]): CommandPattern {
  if (rest.length === 0)
    return pattern(head, true, (text) => (offset) => text.length - offset === head.length && text.startsWith(head, offset));
  return pattern(head, false, (text) => {
    const latest = startOfRest(text, rest);
    return (offset) => offset + head.length <= latest && text.startsWith(head, offset);
  });
}

function pattern(head: string, exact: boolean, on: CommandPattern['on']): CommandPattern {
  return { head, exact, on, matches: (text) => on(text)(0) };
}

/** The last place where the pieces after the first can begin: searching from the end makes it the same for every offset. */
function startOfRest(text: string, rest: readonly string[]): number {
  const tail = rest.at(-1)!;
  if (!text.endsWith(tail)) return -1;
  let end = text.length - tail.length;
  for (let i = rest.length - 2; i >= 0; i--) {
    const piece = rest[i]!;
    const at = end < piece.length ? -1 : text.lastIndexOf(piece, end - piece.length);
    if (at === -1) return -1;
    end = at;
  }
  return end;
}
