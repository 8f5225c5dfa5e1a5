// `npm start`: builds the command line and asks it something. Everything after `--` is the prompt.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.js';

await bundle(['cli']);
const cli = fileURLToPath(new URL('../packages/cli/dist/inboard.js', import.meta.url));
const asked = process.argv.slice(2);
const demo = [
  'list the files, then read package.json and tell me the name and the license, then search for "What never bends" in ARCHITECTURE.md',
];
if (asked.length === 0) console.log(`> ${demo[0]}\n`);
const { status } = spawnSync(process.execPath, [cli, ...(asked.length === 0 ? demo : asked)], { stdio: 'inherit' });
if (asked.length === 0 && process.stdout.isTTY) console.log('\nNow talk to it yourself: node packages/cli/dist/inboard.js');
process.exit(status ?? 1);
