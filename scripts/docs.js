// Writes the reference pages in docs/. With --check: fails when one is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.js';
import { createReference } from './docs/reference.js';
import { errorCodes } from './docs/source.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const checking = process.argv.includes('--check');

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // not written yet
  }
}

/** Errors are explained by hand; a code that nobody explained is a problem. */
function unexplainedErrors() {
  const explained = read(`${root}docs/errors.md`);
  return [...errorCodes(`${root}packages/wire/src/errors.ts`).keys()].filter((name) => !explained.includes(`\`${name}\``));
}

await bundle(['wire']);
const wire = await import('../packages/wire/dist/index.js');
const reference = createReference(wire, `${root}packages/wire/src`);
mkdirSync(`${root}docs`, { recursive: true });
const problems = [];
for (const [name, write] of Object.entries(reference)) {
  const path = `${root}docs/${name}`;
  const text = write();
  if (read(path) === text) continue;
  if (checking) problems.push(`docs/${name} is out of date: run "node scripts/docs.js".`);
  else writeFileSync(path, text);
}
for (const name of unexplainedErrors()) problems.push(`docs/errors.md does not explain the error code "${name}".`);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
