import { configuredServers, probeServers, type ConfiguredServer } from '@inboard/engine';
import type { McpServerStatus } from '@inboard/wire';
import { visible } from '../visible.js';
import { targetOf, transportOf } from './describe-server.js';
import { readWords } from './read-words.js';

/** Seconds are fine for a session in the background, not for a person who waits. */
const connectMs = '10000';

/** `inboard mcp list`: connects to each server that may run, and tells how it does. The others are never started. */
export async function list(words: readonly string[]): Promise<number> {
  const { values } = readWords(words, { '--json': { isSwitch: true } });
  const place = { cwd: process.cwd(), env: { MCP_TIMEOUT: connectMs, ...process.env } };
  const { servers, problems } = await configuredServers(place);
  const running = servers.filter(({ held }) => held === undefined);
  const states = await probeServers(Object.fromEntries(running.map(({ name, config }) => [name, config])), place);
  const rows = servers.map((server) => rowOf(server, states));
  for (const problem of problems) process.stderr.write(`inboard: ${visible(problem)}\n`);
  process.stdout.write(values.has('--json') ? `${JSON.stringify(rows, null, 2)}\n` : textOf(rows));
  return 0;
}

interface Row {
  name: string;
  scope: string;
  transport: string;
  target: string;
  status: string;
  tools?: number;
  detail?: string;
}

function rowOf(server: ConfiguredServer, states: readonly McpServerStatus[]): Row {
  const { name, scope, written, held, reason } = server;
  const row = { name, scope, transport: transportOf(written), target: targetOf(written) };
  if (held !== undefined) return { ...row, status: held, ...(reason !== undefined && { detail: reason }) };
  const { status = 'failed', error, tools } = states.find((each) => each.name === name) ?? {};
  return { ...row, status, ...(tools && { tools: tools.length }), ...(error !== undefined && { detail: error }) };
}

function textOf(rows: readonly Row[]): string {
  if (rows.length === 0) return 'There are no MCP servers here. Add one: inboard mcp add <name> <command or URL>\n';
  return rows
    .map(({ name, scope, transport, target, status, tools, detail }) => {
      const count = tools === undefined ? '' : `, ${tools} tool${tools === 1 ? '' : 's'}`;
      return `${visible(name)}: ${target} (${transport}, ${scope}): ${status}${count}${detail === undefined ? '' : `\n  ${visible(detail)}`}\n`;
    })
    .join('');
}
