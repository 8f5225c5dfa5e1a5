const longest = 20;
const widest = 300;

/** The first lines of something, and how many there are more. */
export function excerpt(lines: readonly string[], limit = longest): string {
  if (lines.length === 0) return 'It is empty.';
  const shown = lines.slice(0, limit).map((line) => (line.length > widest ? `${line.slice(0, widest)}…` : line));
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more lines.`] : [])].join('\n');
}
