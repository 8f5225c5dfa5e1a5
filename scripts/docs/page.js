// Pieces of a Markdown page.

export const generatedNote =
  '<!-- Written by scripts/docs.js from the definitions in packages/wire. Change those, then run `node scripts/docs.js`. -->';

const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
export const code = (text) => (text === '' ? '' : `\`${text}\``);

/** A table; cells are escaped, columns that are empty everywhere are left out. */
export function table(headings, rows) {
  const kept = headings.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''));
  const line = (cells) => `| ${kept.map((column) => cell(cells[column])).join(' | ')} |`;
  return [line(headings), `| ${kept.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

export function page(title, ...parts) {
  return [generatedNote, `# ${title}`, ...parts].join('\n\n') + '\n';
}
