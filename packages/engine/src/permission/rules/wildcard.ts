/** A test for texts in which `*` stands for anything, also nothing. Linear in the text, whatever the pattern. */
export function wildcard(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
    let from = head.length;
    for (const piece of rest) {
      const at = text.indexOf(piece, from);
      if (at === -1) return false;
      from = at + piece.length;
    }
    return from <= text.length - tail.length;
  };
}
