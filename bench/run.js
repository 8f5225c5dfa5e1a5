// `npm run bench`: measures, prints a table, writes docs/performance.md and the short table of the README.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { comparisonTable, performancePage } from './report.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = `${root}node_modules/.cache/bench`;
const cli = `${root}packages/cli/dist/inboard.js`;
const coldRuns = 15;

const home = mkdtempSync(join(tmpdir(), 'inboard-bench-home-'));
const env = { PATH: process.env.PATH, HOME: home };
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const repeat = async (count, work) => {
  const values = [];
  for (let run = 0; run < count; run += 1) values.push(await work());
  return values;
};

/** Runs a compiled file and reads the JSON it prints. */
const measure = (name, { nodeArgs = [], args = [] } = {}) =>
  JSON.parse(
    execFileSync(process.execPath, [...nodeArgs, `${compiled}/${name}.js`, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );

/** Milliseconds from the start of a process to its first output, or to its end when it has none. */
async function firstOutput(args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let elapsed;
  child.stdout.once('data', () => (elapsed = performance.now() - started));
  child.stdout.resume();
  await exited;
  return elapsed ?? performance.now() - started;
}

async function startServer() {
  const child = spawn(process.execPath, [`${compiled}/server.js`], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.stdin.end() };
}

await build({ absWorkingDir: root, entryPoints: ['bench/*.ts'], outdir: compiled, format: 'esm', target: 'node20', logLevel: 'warning' });
// These look at parts that the packages do not export.
await build({
  absWorkingDir: root,
  entryPoints: ['bench/hooks.ts', 'bench/mcp.ts', 'bench/mcp-host.ts', 'bench/parts.ts', 'bench/sessions.ts'],
  outdir: compiled,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  bundle: true,
  packages: 'external',
  loader: { '.md': 'text' },
  logLevel: 'warning',
});
writeFileSync(`${compiled}/package.json`, '{"type":"module"}\n');

const server = await startServer();
const warm = measure('in-process', { nodeArgs: ['--expose-gc'], args: [server.url] });
server.stop();
const cold = await repeat(coldRuns, () => measure('cold'));
const starts = await repeat(coldRuns, async () => ({
  node: await firstOutput(['-e', '0']),
  cli: await firstOutput([
    cli,
    '-p',
    'hi',
    '--model',
    'offline',
    '--output-format',
    'stream-json',
    '--verbose',
    '--no-session-persistence',
  ]),
  version: await firstOutput([cli, '--version']),
}));
const request = measure('request-size');
const hooks = measure('hooks', { args: [`${compiled}/hook-host.js`] });
const mcp = measure('mcp', { args: [`${compiled}/mcp-host.js`, `${root}test/support/echo-server.mjs`] });
const parts = measure('parts', { args: [cli] });
const sessions = measure('sessions', { nodeArgs: ['--expose-gc'] });
rmSync(home, { recursive: true, force: true });

const figures = {
  ...warm,
  imported: median(cold.map(({ imported }) => imported)),
  coldFirstMessage: median(cold.map(({ firstMessage }) => firstMessage)),
  nodeStart: median(starts.map(({ node }) => node)),
  cliFirstMessage: median(starts.map(({ cli: time }) => time)),
  cliVersion: median(starts.map(({ version }) => version)),
  request,
  hooks,
  mcp,
  parts,
  sessions,
};
const page = performancePage(figures);
writeFileSync(`${root}docs/performance.md`, page);
const readme = readFileSync(`${root}README.md`, 'utf8');
writeFileSync(
  `${root}README.md`,
  readme.replace(/(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/, (_, open, close) => `${open}${comparisonTable(figures)}\n${close}`),
);
console.log(page);
