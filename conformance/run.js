// `npm run test:mcp-conformance`: the public conformance suite for MCP clients against our engine.
//   node conformance/run.js [part of a scenario's name]
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/build.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const only = process.argv[2] ?? '';

if (!existsSync(`${here}node_modules`) && spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' }).status !== 0)
  process.exit(1);
await bundle(['wire', 'sdk', 'testing']);

// The suite needs a newer Node than ours; the client under test runs on the one that runs this.
const suite = (...args) =>
  spawnSync(`${here}node_modules/.bin/node`, [`${here}node_modules/.bin/conformance`, ...args], { cwd: here, encoding: 'utf8' });
const client = `"${process.execPath}" "${here}client.js"`;
const scenarios = suite('list')
  .stdout.split('Client scenarios')[1]
  .split('\n')
  .flatMap((line) => /^ +- (\S+)/.exec(line)?.[1] ?? [])
  .filter((name) => name.includes(only));

// What we refuse on purpose, and why.
const refused = {
  'auth/2025-03-26-oauth-metadata-backcompat': 'its metadata names another issuer than the address it was read from (RFC 8414, 3.3)',
};

const failed = scenarios.filter((name) => {
  const { status, stdout, stderr } = suite('client', '--command', client, '--scenario', name);
  const expected = (status === 0) === !Object.hasOwn(refused, name);
  console.log(`${status === 0 ? 'ok  ' : expected ? 'no  ' : 'FAIL'} ${name}${refused[name] ? `: ${refused[name]}` : ''}`);
  if (!expected) console.log(`${stdout}${stderr}`.replaceAll(/^/gm, '     '));
  return !expected;
});
const declined = scenarios.filter((name) => Object.hasOwn(refused, name)).length;
console.log(`${scenarios.length - failed.length - declined} of ${scenarios.length} passed, ${declined} refused on purpose`);
process.exit(failed.length === 0 ? 0 : 1);
