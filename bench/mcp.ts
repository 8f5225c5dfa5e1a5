// What MCP costs: a call of a tool in the host, a call of a tool in a child next to a bare client, and many servers at the start.
import { memoryPair, Peer, type McpServerConfigForProcessTransport, type Transport } from '@inboard/wire';
import { subprocessTransport } from '@inboard/wire/subprocess';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { query } from 'inboard';
import { McpServers } from '../packages/engine/src/mcp/mcp-servers.js';
import { realPort } from '../packages/engine/src/port/port.js';
import type { Tool, ToolContext } from '../packages/engine/src/tool/define.js';
import { hostHandlers } from './mcp-calculator.js';

/** One comparison, in milliseconds. Without a baseline, `baseline` is the target. */
export interface McpRow {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const row = (name: string, ours: number, baseline: number): McpRow => ({ name, ours, baseline, ratio: ours / baseline });
const env = { PATH: process.env.PATH };

/** The median time of something, without the first fifth. */
async function timeOf(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < rounds; index += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return median(times.slice(Math.floor(rounds / 5)));
}

/** The time of a call through the engine's side of a server. */
async function callTime(transport: Transport, config: McpServerConfigForProcessTransport, rounds: number): Promise<number> {
  const peer = new Peer<'engine'>({ transport, handlers: {} as never, onMessage: () => undefined }); // a host of ours asks nothing
  const reading = peer.run();
  let tools: Tool[] = [];
  const servers = new McpServers({
    cwd: process.cwd(),
    env,
    peer,
    roots: () => [],
    notice: () => undefined,
    onChange: (offered) => (tools = offered.tools),
  });
  servers.set('options', { calc: config });
  await servers.find('calc')!.settled;
  const context = { env, port: realPort, toolUseId: 'toolu_1', signal: new AbortController().signal } as unknown as ToolContext; // all that such a tool looks at
  const time = await timeOf(rounds, async () => {
    const { isError, content } = await tools[0]!.run({ a: 2, b: 3, words: 'hi' }, context);
    if (isError) throw new Error(JSON.stringify(content));
  });
  await servers.closeAll();
  await transport.close();
  await reading;
  return time;
}

async function inProcessRow(): Promise<McpRow> {
  const [ours, theirs] = memoryPair();
  const serving = new Peer<'host'>({ transport: theirs, handlers: hostHandlers(), onMessage: () => undefined }).run();
  const time = await callTime(ours, { type: 'sdk', name: 'calc' }, 2000);
  await serving;
  return row('a tool of the host, in-process (target 0.5 ms)', time, 0.5);
}

/** `hostFile` is the compiled `mcp-host.ts`. */
async function subprocessRow(hostFile: string): Promise<McpRow> {
  const transport = subprocessTransport({ command: process.execPath, args: [hostFile], env });
  return row('a tool of the host, over a pipe (target 3 ms)', await callTime(transport, { type: 'sdk', name: 'calc' }, 1000), 3);
}

/** `serverFile` is a server with one tool. */
async function stdioRow(serverFile: string): Promise<McpRow> {
  const stdio = { command: process.execPath, args: [serverFile] };
  const client = new Client({ name: 'bare', version: '1' });
  await client.connect(new StdioClientTransport(stdio));
  const bare = await timeOf(2000, () => client.callTool({ name: 'say', arguments: { words: 'hi' } }));
  await client.close();
  return row('a tool of a server in a child, next to a bare client', await callTime(memoryPair()[0], stdio, 2000), bare);
}

/** Milliseconds from `query()` to the first message. */
async function firstMessage(count: number): Promise<number> {
  const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`server${index}`, { command: 'sleep', args: ['5'] }]));
  const started = performance.now();
  const run = query({
    prompt: 'hi',
    options: { env: { ...env, MCP_CONNECT_TIMEOUT_MS: '0' }, model: 'offline', persistSession: false, settingSources: [], mcpServers },
  });
  await run.next();
  const time = performance.now() - started;
  await run.return();
  return time;
}

async function manyServersRow(): Promise<McpRow> {
  const times = { none: [] as number[], many: [] as number[] };
  for (const count of [0, 20])
    for (let index = 0; index < 12; index += 1) times[count === 0 ? 'none' : 'many'].push(await firstMessage(count));
  const added = median(times.many.slice(2)) - median(times.none.slice(2));
  return row('20 configured servers, added to the first message (target 5 ms)', added, 5);
}

/** Every figure on MCP. */
export async function mcpRows(hostFile: string, serverFile: string): Promise<McpRow[]> {
  return [await inProcessRow(), await subprocessRow(hostFile), await stdioRow(serverFile), await manyServersRow()];
}

process.stdout.write(JSON.stringify(await mcpRows(process.argv[2]!, process.argv[3]!)));
