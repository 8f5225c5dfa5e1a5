// `npm run test:mcp-conformance`: the public conformance suite for MCP clients against our engine.
//   node conformance/run.js [suite, such as "core" or "auth"]
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/build.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: here, stdio: 'inherit' }).status ?? 1;

if (!existsSync(`${here}node_modules`) && run('npm', ['ci', '--no-audit', '--no-fund']) !== 0) process.exit(1);
await bundle(['wire', 'sdk', 'testing']);

// The suite needs a newer Node than ours; the client under test runs on the one that runs this.
const client = `"${process.execPath}" "${here}client.js"`;
const scenarios = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];
const suite = process.argv[2];
const tests = suite === undefined ? scenarios.map((name) => ['--scenario', name]) : [['--suite', suite]];
const failed = tests.filter(
  (which) => run(`${here}node_modules/.bin/node`, [`${here}node_modules/.bin/conformance`, 'client', '--command', client, ...which]) !== 0,
);
console.log(`${tests.length - failed.length} of ${tests.length} passed`);
process.exit(failed.length === 0 ? 0 : 1);
