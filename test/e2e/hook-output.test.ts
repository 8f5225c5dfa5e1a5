import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '@inboard/engine';
import { prompt, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import { memoryPair, Peer, type Transport, type WireMessage } from '@inboard/wire';
import { subprocessTransport } from '@inboard/wire/subprocess';
import { createSdkMcpServer, tool, type HookCallback, type HookEvent, type HookJSONOutput, type Options } from 'inboard';
import { expect } from 'vitest';
import { cliPath, verifies, type Agent, type Cell, type TransportName } from '../harness.js';
import { writer } from '../support/hook-agent.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

const answers = (output: HookJSONOutput): { hooks: HookCallback[] }[] => [{ hooks: [async () => output] }];
const asks = answers({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: 'look at it' },
});
const notices = (messages: WireMessage[]) => messages.flatMap((message) => (message.subtype === 'informational' ? [message.content] : []));

verifies('hook:out:system-message', async (cell) => {
  const agent = await writer(cell, { hooks: { PostToolUse: answers({ systemMessage: 'a word to the person', suppressOutput: true }) } });
  const messages = await agent.ask('go');
  expect(notices(messages)).toContain('a word to the person');
  expect(JSON.stringify(agent.model.requests.map(({ body }) => body))).not.toContain('a word to the person');
});

verifies('hook:out:updated-output', async ({ open }) => {
  const server = createSdkMcpServer({
    name: 'own',
    tools: [tool('look', 'Looks.', {}, async () => ({ content: [{ type: 'text', text: 'secret 42' }] }))],
  });
  const seen: unknown[] = [];
  const redact: HookCallback = async (input) => {
    if (input.hook_event_name !== 'PostToolUse') return {};
    seen.push(input.tool_name);
    const field = input.tool_name === 'Read' ? 'updatedToolOutput' : 'updatedMCPToolOutput';
    return { hookSpecificOutput: { hookEventName: 'PostToolUse', [field]: [{ type: 'text', text: `redacted ${input.tool_name}` }] } };
  };
  const agent = await open({
    mcpServers: { own: server },
    hooks: { PreToolUse: answers({ decision: 'approve' }), PostToolUse: [{ hooks: [redact] }] },
  });
  await writeFile(join(agent.cwd, 'a.txt'), 'secret 43');
  agent.model.says(reply(toolUse('mcp__own__look', {}), toolUse('Read', { file_path: join(agent.cwd, 'a.txt') })), reply(text('done')));
  await agent.ask('go');
  const sent = JSON.stringify(agent.model.requests[1]!.body.messages);
  expect(seen).toEqual(['mcp__own__look', 'Read']);
  expect(sent).toContain('redacted mcp__own__look');
  expect(sent).toContain('redacted Read');
  expect(sent).not.toContain('secret');
});

verifies('hook:out:ask', async (cell) => {
  const asked: unknown[] = [];
  const agent = await writer(cell, {
    hooks: { PreToolUse: asks },
    canUseTool: async (name, _input, { decisionReason }) => {
      asked.push([name, decisionReason]);
      return { behavior: 'deny', message: 'the person says no' };
    },
  });
  const messages = await agent.ask('go');
  expect(asked).toEqual([['Write', 'look at it']]);
  expect(toolResultsOf(messages)[0]!.content).toBe('the person says no');
  expect(agent.written()).toBe(false);
});

/** Asks a PermissionRequest hook and a person who never answers. */
async function besideThePerson(
  cell: Cell,
  decision: object,
): Promise<{ agent: Awaited<ReturnType<typeof writer>>; messages: WireMessage[]; withdrawn: boolean }> {
  let withdrawn = false;
  const agent = await writer(cell, {
    hooks: { PreToolUse: asks, PermissionRequest: answers({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }) },
    canUseTool: (_name, _input, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error(String((withdrawn = true)))))),
  });
  return { agent, messages: await agent.ask('go'), withdrawn };
}

verifies('hook:out:permission-request', async (cell) => {
  const mode = { type: 'setMode', mode: 'plan', destination: 'session' };
  const allowed = await besideThePerson(cell, { behavior: 'allow', updatedPermissions: [mode] });
  expect(allowed.agent.written()).toBe(true);
  expect(allowed.withdrawn).toBe(true);
  expect(allowed.messages).toContainEqual(expect.objectContaining({ subtype: 'status', permissionMode: 'plan' }));
  const changed = await besideThePerson(cell, { behavior: 'allow', updatedInput: { file_path: '/dev/null/never', content: 'x' } });
  expect(changed.agent.written()).toBe(false);
  const denied = await besideThePerson(cell, { behavior: 'deny', message: 'no', interrupt: true });
  expect(denied.agent.written()).toBe(false);
  expect(denied.withdrawn).toBe(true);
  expect(resultsOf(denied.messages)).toMatchObject([{ subtype: 'error_during_execution' }]);
});

verifies('hook:out:continue-false', async (cell) => {
  const stop = answers({ continue: false, stopReason: 'enough' });
  const requests: Partial<Record<HookEvent, number>> = {
    SessionStart: 0,
    UserPromptSubmit: 0,
    PreToolUse: 1,
    PostToolUse: 1,
    PostToolBatch: 1,
    PermissionDenied: 1,
  };
  for (const [event, count] of Object.entries(requests)) {
    const deny: Options['hooks'] = event === 'PermissionDenied' ? { PreToolUse: answers({ decision: 'block', reason: 'no' }) } : {};
    const agent = await writer(cell, { hooks: { ...deny, [event]: stop } });
    const messages = await agent.ask('go');
    expect(resultsOf(messages), event).toMatchObject([{ subtype: 'success', stop_reason: 'hook_stopped', result: 'enough' }]);
    expect(agent.model.requests, event).toHaveLength(count);
    expect(agent.written(), event).toBe(event === 'PostToolUse' || event === 'PostToolBatch');
  }
});

verifies('hook:out:continue-false-ends', async ({ open }) => {
  const stop = answers({ continue: false, stopReason: 'enough' });
  const agent = await open({
    hooks: {
      Stop: [{ hooks: [async () => ({ continue: false, decision: 'block', reason: 'go on' })] }],
      PreCompact: stop,
      SubagentStart: stop,
    },
  });
  const task = toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' });
  agent.model.says(reply(task), reply(text('done')));
  const talk = new Talk('go');
  const query = agent.query(talk);
  const messages = await readUntil(query, isResult);
  talk.say('/compact');
  messages.push(...(await readUntil(query, isResult)));
  talk.end();
  await readRest(query);
  expect(JSON.stringify(toolResultsOf(messages)[0])).toContain('enough');
  expect(agent.model.requests).toHaveLength(2);
  expect(resultsOf(messages)).toMatchObject([{ result: 'done' }, { result: 'Not summarised: enough' }]);
});

verifies('hook:out:permission-request-stop', async (cell) => {
  const agent = await writer(cell, { hooks: { PreToolUse: asks, PermissionRequest: answers({ continue: false, stopReason: 'enough' }) } });
  const messages = await agent.ask('go');
  expect(agent.written()).toBe(false);
  expect(agent.model.requests).toHaveLength(1);
  expect(resultsOf(messages)).toMatchObject([{ is_error: true }]);
});

verifies('hook:out:long', async (cell) => {
  const long = `begin ${'x'.repeat(20_000)} end`;
  const agent = await writer(cell, {
    hooks: { PostToolUse: answers({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: long } }) },
  });
  await agent.ask('go');
  const sent = JSON.stringify(agent.model.requests[1]!.body.messages);
  expect(sent).toContain('begin xxx');
  expect(sent).not.toContain('x end');
  const path = /is in (\S+\.txt)/.exec(sent)![1]!;
  expect(readFileSync(path, 'utf8')).toBe(long);
});

verifies('hook:out:input-is-a-copy', async (cell) => {
  const spoil: HookCallback = async (input) => {
    (input as unknown as { tool_input: { file_path: string } }).tool_input.file_path = '/somewhere/else'; // what a careless host might do
    return {};
  };
  const agent = await writer(cell, { hooks: { PreToolUse: [{ hooks: [spoil, spoil] }] } });
  await agent.ask('go');
  expect(agent.written()).toBe(true);
});

/** An engine that has been told nothing, as a host that speaks the protocol itself finds it. */
function connect(transport: TransportName, { cwd, options }: Agent): Transport {
  const env = options.env as Record<string, string>; // the harness makes it of texts
  if (transport === 'subprocess') {
    const flags = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', '--setting-sources', ''];
    return subprocessTransport({ command: process.execPath, args: [cliPath, ...flags], cwd, env });
  }
  const [host, engine] = memoryPair();
  void createEngine({ cwd, env, settingSources: [] }).attach(engine);
  return host;
}

verifies('hook:initialize-again', async ({ open, transport }) => {
  const agent = await open();
  const host = connect(transport, agent);
  const called: string[] = [];
  let results = 0;
  let wake = (): void => undefined;
  const peer = new Peer<'host'>({
    transport: host,
    handlers: {
      can_use_tool: () => ({ behavior: 'deny', message: 'no' }),
      hook_callback: ({ callback_id }) => (called.push(callback_id), {}),
      mcp_message: () => ({}),
      mcp_auth: () => ({}),
      elicitation: () => ({ action: 'decline' }),
    },
    onMessage: (message) => {
      if (message.type === 'result') results += 1;
      wake();
    },
  });
  const reading = peer.run();
  const ask = async (id: string) => {
    await peer.request('initialize', { hooks: { UserPromptSubmit: [{ hookCallbackIds: [id] }], BeforeEverything: [] } });
    const before = results;
    await host.send({ ...prompt('go') });
    while (results === before) await new Promise<void>((resolve) => (wake = resolve));
  };
  agent.model.always(reply(text('ok')));
  await ask('hook_0');
  await ask('hook_1');
  await peer.request('end_input', {});
  await host.close();
  await reading;
  expect(called).toEqual(['hook_0', 'hook_1']);
});
