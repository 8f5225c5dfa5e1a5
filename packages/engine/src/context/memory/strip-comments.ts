/** Calls a function for the parts of a Markdown text that are no code; code spans and blocks stay as they are. */
export function outsideCode(text: string, change: (prose: string) => string): string {
  const code = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[`~]*[ \t]*$|(?![\s\S]))|(`+)(?!`)[^\n]*?[^`\n]\2(?!`)/gm;
  let result = '';
  let last = 0;
  for (const match of text.matchAll(code)) {
    result += change(text.slice(last, match.index)) + match[0];
    last = match.index + match[0].length;
  }
  return result + change(text.slice(last));
}

/** Leaves out HTML comments, which are notes for people; one that is never closed reaches to the end. */
export function stripComments(text: string): string {
  return outsideCode(text, (prose) => prose.replaceAll(/<!--[\s\S]*?(?:-->|$(?![\s\S]))/g, ''));
}
