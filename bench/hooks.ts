// What hooks cost: the pipeline with and without them when none is configured, and the way to a function of the host and back.
import { memoryPair, Peer, type HandlersFor, type HookEvent, type Transport } from '@inboard/wire';
import { subprocessTransport } from '@inboard/wire/subprocess';
import { HookDispatcher, type HookListener } from '../packages/engine/src/hook/dispatch.js';
import { HookRegistry } from '../packages/engine/src/hook/registry.js';
import { callbackHandlers } from '../packages/engine/src/hook/runner/callback.js';
import { realPort } from '../packages/engine/src/port/port.js';
import type { ToolContext } from '../packages/engine/src/tool/define.js';
import { runStages, stages, type CallContext, type Stage, type ToolCall } from '../packages/engine/src/tool/pipeline/index.js';
import { postToolUse } from '../packages/engine/src/tool/pipeline/post-tool-use.js';
import { preToolUse } from '../packages/engine/src/tool/pipeline/pre-tool-use.js';

/** One comparison, in milliseconds. Without a baseline, `baseline` is the target. */
export interface HookRow {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

const silent: HookListener = { started: () => undefined, progress: () => undefined, ended: () => undefined, said: () => undefined };
const trace = { behavior: 'allow', step: 'readOnly', rule: null, source: null, reason: '' } as const;
const { signal } = new AbortController();
const base = { session_id: 's', transcript_path: 't', cwd: '/', permission_mode: 'default' };
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const row = (name: string, ours: number, baseline: number): HookRow => ({ name, ours, baseline, ratio: ours / baseline });

function dispatcher(registry: HookRegistry): HookDispatcher {
  return new HookDispatcher({ registry, listener: silent, port: realPort, base: () => base, shorten: (text) => text });
}

function callContext(hooks: HookDispatcher): CallContext {
  const tool = {
    name: 'Nothing',
    description: '',
    inputSchema: () => ({}),
    parse: (input: unknown) => ({ input: input as Record<string, unknown> }),
    isReadOnly: () => true,
    run: async () => ({ content: 'ok' }),
  }; // any input will do
  return {
    findTool: () => tool,
    whenToolReady: async () => undefined,
    toolNames: () => [],
    toolContext: () => ({}) as ToolContext, // the tool does not look at it
    hooks,
    hookOptions: () => ({ signal }),
    permission: {
      ask: async () => ({ behavior: 'allow', trace }),
      confirm: () => undefined,
      recheck: () => ({ behavior: 'allow', trace }),
      denied: async () => undefined,
    },
    progress: () => undefined,
    beforeEffect: () => undefined,
    stopTurn: () => undefined,
    signal,
  };
}

/** Milliseconds per call. */
async function pipeline(which: readonly Stage[], calls: number): Promise<number> {
  const context = callContext(dispatcher(new HookRegistry()));
  const started = performance.now();
  for (let index = 0; index < calls; index += 1) {
    const call: ToolCall = { id: 'toolu_1', name: 'Nothing', input: { a: 1 }, contexts: [] };
    await runStages(which, call, context);
  }
  return (performance.now() - started) / calls;
}

async function pipelineRow(): Promise<HookRow> {
  const without = stages.filter((stage) => stage !== preToolUse && stage !== postToolUse);
  const times = { all: [] as number[], without: [] as number[] };
  for (let run = 0; run < 21; run += 1) {
    times.all.push(await pipeline(stages, 5000));
    times.without.push(await pipeline(without, 5000));
  }
  return row(
    'one call through the pipeline, no hooks configured (against a pipeline that has none)',
    median(times.all),
    median(times.without),
  );
}

const host: HandlersFor<'host'> = {
  can_use_tool: () => ({ behavior: 'deny', message: 'no' }),
  hook_callback: () => ({}),
  mcp_message: () => ({}),
  elicitation: () => ({ action: 'decline' }),
  mcp_auth: () => ({}),
};

/** Milliseconds from the event to the merged answer of one function of the host. */
async function roundTrip(transport: Transport, rounds: number): Promise<number> {
  const peer = new Peer<'engine'>({ transport, handlers: {} as HandlersFor<'engine'>, onMessage: () => undefined }); // nobody asks this side
  const reading = peer.run();
  const registry = new HookRegistry();
  registry.set(
    'host',
    callbackHandlers({ PreToolUse: [{ hookCallbackIds: ['hook_0'] }] } satisfies Partial<Record<HookEvent, unknown>>, {
      peer: () => peer,
      timeoutSeconds: 60,
    }).handlers,
  );
  const hooks = dispatcher(registry);
  const fields = { tool_name: 'Write', tool_input: { file_path: '/a/b.ts', content: 'x'.repeat(2000) }, tool_use_id: 'toolu_1' };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const outcome = await hooks.run('PreToolUse', fields, { signal });
    if (outcome.failure !== undefined) throw new Error(outcome.failure);
    times.push(performance.now() - started);
  }
  await transport.close();
  await reading;
  return median(times.slice(Math.floor(rounds / 5)));
}

async function inProcessRow(): Promise<HookRow> {
  const [ours, theirs] = memoryPair();
  const serving = new Peer<'host'>({ transport: theirs, handlers: host, onMessage: () => undefined }).run();
  const time = await roundTrip(ours, 2000);
  await serving;
  return row('a function of the host as a hook, in-process (target 0.2 ms)', time, 0.2);
}

/** `hostFile` is the compiled `hook-host.ts`. */
async function subprocessRow(hostFile: string): Promise<HookRow> {
  const transport = subprocessTransport({ command: process.execPath, args: [hostFile], env: { PATH: process.env.PATH } });
  return row('a function of the host as a hook, over a pipe (target 2 ms)', await roundTrip(transport, 1000), 2);
}

/** Every figure on hooks. */
export async function hookRows(hostFile: string): Promise<HookRow[]> {
  return [await pipelineRow(), await inProcessRow(), await subprocessRow(hostFile)];
}

process.stdout.write(JSON.stringify(await hookRows(process.argv[2]!)));
