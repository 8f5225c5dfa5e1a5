// `npm run check`: everything that can be said about the repository without running it. Every step runs; any failure fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, packageNames } from './build.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = { ...process.env, NO_COLOR: '1', PATH: `${root}node_modules/.bin${delimiter}${process.env.PATH}` };

/** @type {{ name: string; command: string[]; cwd?: string }[]} */
const steps = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'lock', command: [process.execPath, 'scripts/lock.js', '--check'] },
  { name: 'snippets', command: [process.execPath, 'scripts/snippets.js', '--check'] },
  { name: 'docs', command: [process.execPath, 'scripts/docs.js', '--check'] },
  ...packageNames.flatMap(packageSteps),
];

/** What a package must pass before it can be published. A package that only has a command exports no types. */
function packageSteps(name) {
  const cwd = `${root}packages/${name}`;
  const { exports, private: unpublished } = JSON.parse(readFileSync(`${cwd}/package.json`, 'utf8'));
  if (unpublished) return [];
  return [
    { name: `publint ${name}`, command: ['publint', '--strict'], cwd },
    ...(exports
      ? [{ name: `types of ${name} as installed`, command: ['attw', '--pack', '.', '--profile', 'esm-only', '--format', 'ascii'], cwd }]
      : []),
  ];
}

function run({ name, command, cwd = root }) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { cwd, env, encoding: 'utf8' });
  const passed = status === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!passed) console.log(`${stdout ?? ''}${stderr ?? ''}`.trimEnd().replaceAll(/^/gm, '       '));
  return passed;
}

await bundle();
const failed = steps.filter((step) => !run(step)).map(({ name }) => name);
if (failed.length > 0) {
  console.log(`\n${failed.length} of ${steps.length} steps failed: ${failed.join(', ')}`);
  process.exit(1);
}
