// `npm start`: builds the command line and shows what it does. With words after `--` it is asked those instead.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.js';

await bundle(['cli']);
const cli = fileURLToPath(new URL('../packages/cli/dist/inboard.js', import.meta.url));
const asked = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [cli, ...(asked.length === 0 ? ['demo'] : asked)], { stdio: 'inherit' });
process.exit(status ?? 1);
