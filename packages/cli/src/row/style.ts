/** Ways to show a text. Without colours every one of them leaves it as it is. */
export type Style = Record<keyof typeof looks, (text: string) => string> & { readonly hasColour: boolean };

const looks = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** The styles of a terminal, with colours or without. */
export function createStyle(options: { colour: boolean }): Style {
  const entries = Object.entries(looks).map(([name, [on, off]]) => [
    name,
    options.colour ? (text: string) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`) : (text: string) => text,
  ]);
  return { ...(Object.fromEntries(entries) as Style), hasColour: options.colour }; // one entry per look
}
