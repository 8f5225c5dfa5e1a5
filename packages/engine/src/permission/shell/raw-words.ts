/** The words of a text without any grammar: cut at blanks and signs, once with quotes removed and once cut at them. */
export function rawWords(text: string): string[][] {
  const signs = /[\s;&|()<>`{}$,=[\]!]+/;
  const cut = (source: string) => source.split(signs).filter((word) => word !== '');
  return [cut(text.replaceAll(/["'\\]/g, '')), cut(text.replaceAll(/["'\\]/g, ' '))];
}
