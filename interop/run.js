// Proves that the published SDKs drive our engine, and that our SDK drives the published one.
//   node interop/run.js [part of a case's name]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/build.js';
import { mainSdk, sdks } from './sdks.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const only = process.argv[2];
const sideBySide = 3;

if (!existsSync(`${here}node_modules`)) {
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (installed.status !== 0) process.exit(installed.status ?? 1);
}
await bundle(['wire', 'cli', 'sdk', 'testing']);

const runs = readdirSync(`${here}cases`)
  .filter((name) => name.endsWith('.js'))
  .flatMap((file) => (file.startsWith('their-sdk-') ? Object.keys(sdks) : [mainSdk]).map((sdk) => ({ file, sdk })));
const report = { passed: 0, failed: 0 };
await Promise.all(Array.from({ length: sideBySide }, work));
console.log(`${report.passed} passed, ${report.failed} failed`);
if (process.env.INTEROP_REPORT) writeFileSync(process.env.INTEROP_REPORT, `${JSON.stringify(report)}\n`);
process.exit(report.failed === 0 ? 0 : 1);

async function work() {
  for (let next = runs.shift(); next !== undefined; next = runs.shift()) await runFile(next);
}

async function runFile({ file, sdk }) {
  const args = [`${here}run-cases.js`, `${here}cases/${file}`, ...(only === undefined ? [] : [only])];
  const env = { ...process.env, INTEROP_SDK: sdk };
  const child = spawn(process.execPath, args, { cwd: here, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) note({ file, sdk }, line);
  const code = await exited;
  if (code !== 0) note({ file, sdk }, JSON.stringify({ name: 'the whole file', ms: 0, problem: `exit code ${code}` }));
}

function note({ file, sdk }, line) {
  const { name, ms, problem } = JSON.parse(line);
  report[problem === undefined ? 'passed' : 'failed'] += 1;
  console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${file.replace('.js', '')} ${sdk}: ${name} (${ms} ms)`);
  if (problem !== undefined) console.log(problem.replaceAll(/^/gm, '     '));
}
