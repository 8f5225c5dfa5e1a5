// Writes the reference pages in docs/. With --check: fails when one is out of date.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, packageNames } from './build.js';
import { createReference } from './docs/reference.js';
import { fillSettingsTables } from './docs/settings-tables.js';
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
  const codes = [...errorCodes(`${root}packages/wire/src/errors.ts`).keys()];
  return codes
    .filter((name) => !explained.includes(`\`${name}\``))
    .map((name) => `docs/errors.md does not explain the error code "${name}".`);
}

/** The tree is described by hand; a folder that nobody described is a problem. */
function undescribedFolders() {
  const described = read(`${root}ARCHITECTURE.md`);
  const folders = packageNames.flatMap((name) =>
    readdirSync(`${root}packages/${name}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  );
  return folders
    .filter(({ name }) => !described.includes(` ${name}/`))
    .map(({ name, parentPath }) => `ARCHITECTURE.md does not say what ${parentPath.slice(root.length)}/${name} is for.`);
}

/** The page on the command line with the flags it has today. */
function commandLinePage() {
  const help = execFileSync(process.execPath, [`${root}packages/cli/dist/inboard.js`, '--help'], { encoding: 'utf8' });
  const flags = help.slice(help.indexOf('Flags')).split('\n').slice(1).join('\n').trimEnd();
  return read(`${root}docs/cli.md`).replace(
    /(<!-- flags -->\n)[\s\S]*?(<!-- \/flags -->)/,
    (_, open, close) => `${open}\`\`\`text\n${flags}\n\`\`\`\n${close}`,
  );
}

await bundle(['wire', 'cli']);
const wire = await import('../packages/wire/dist/index.js');
const settingsPage = await fillSettingsTables(read(`${root}docs/settings.md`), root);
const pages = {
  ...createReference(wire, `${root}packages/wire/src`, (name) => read(`${root}docs/${name}`)),
  'cli.md': commandLinePage,
  'settings.md': () => settingsPage,
};
const stale = Object.entries(pages).filter(([name, write]) => {
  const path = `${root}docs/${name}`;
  const text = write();
  const changed = read(path) !== text;
  if (changed && !checking) writeFileSync(path, text);
  return changed;
});
const outOfDate = checking ? stale.map(([name]) => `docs/${name} is out of date: run "node scripts/docs.js".`) : [];
const problems = [...outOfDate, ...unexplainedErrors(), ...undescribedFolders()];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
