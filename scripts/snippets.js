// Puts pieces of the examples, which are type-checked and run, into the pages. With --check: fails when one is out of date.
//
//   <!-- snippet examples/hello.ts#hello -->
//   (whatever stands here is replaced)
//   <!-- /snippet -->
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const checking = process.argv.includes('--check');
const marked = /(<!-- snippet (\S+?)#(\S+) -->\n)[\s\S]*?(<!-- \/snippet -->)/g;

function snippet(file, region) {
  const source = readFileSync(`${root}${file}`, 'utf8');
  const found = new RegExp(`// #region ${region}\\n([\\s\\S]*?)\\n// #endregion`).exec(source);
  if (!found) throw new Error(`${file} has no region "${region}".`);
  return `\`\`\`ts\n${found[1]}\n\`\`\`\n`;
}

const pages = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const stale = pages.filter((page) => {
  const before = readFileSync(`${root}${page}`, 'utf8');
  const after = before.replaceAll(marked, (_, open, file, region, close) => `${open}${snippet(file, region)}${close}`);
  if (before !== after && !checking) writeFileSync(`${root}${page}`, after);
  return before !== after;
});
if (checking && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run "node scripts/snippets.js".`);
  process.exit(1);
}
