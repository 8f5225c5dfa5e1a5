import { reply, text, toolUse } from '@inboard/testing';
import { memoryPair, Peer, type HandlersFor, type JsonRpcMessage, type Transport, type WireMessage } from '@inboard/wire';
import { subprocessTransport } from '@inboard/wire/subprocess';
import { createEngine } from '@inboard/engine';
import { expect } from 'vitest';
import { cliPath, verifies, type Agent, type TransportName } from '../harness.js';
import { outcomes } from '../support/mcp-outcome.js';

/** An engine that has been told nothing, as a host that speaks the protocol itself finds it. */
function connect(transport: TransportName, { cwd, options }: Agent): Transport {
  const env = options.env as Record<string, string>; // the harness makes it of texts
  if (transport === 'subprocess') {
    const flags = [
      '--output-format',
      'stream-json',
      '--verbose',
      '--input-format',
      'stream-json',
      '--allowedTools',
      'mcp__calc',
      '--setting-sources',
      '',
      '--permission-mode',
      'default',
    ];
    return subprocessTransport({ command: process.execPath, args: [cliPath, ...flags], cwd, env });
  }
  const [ours, theirs] = memoryPair();
  void createEngine({ cwd, env, settingSources: [], allowedTools: ['mcp__calc'] }).attach(theirs);
  return ours;
}

verifies('mcp:manifest', async ({ open, transport: name }) => {
  const agent = await open();
  agent.model.says(reply(toolUse('mcp__calc__add', { a: 2, b: 3 }, 'toolu_1')), reply(text('five')));
  const transport = connect(name, agent);
  const delivered: JsonRpcMessage[] = [];
  const seen: WireMessage[] = [];
  const handlers: HandlersFor<'host'> = {
    can_use_tool: () => ({ behavior: 'deny', message: 'nobody asked' }),
    hook_callback: () => ({}),
    elicitation: () => ({ action: 'decline' }),
    mcp_auth: () => ({}),
    mcp_message: ({ message }) => {
      delivered.push(message);
      return { mcp_response: { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text: 'sum=5' }] } } };
    },
  };
  const peer = new Peer<'host'>({
    transport,
    handlers,
    onMessage: (message) => {
      seen.push(message);
      if (message.type === 'result') void transport.end(); // no more prompts, and nothing left to read
    },
  });
  const reading = peer.run();
  await peer.request('initialize', {
    sdkMcpServers: ['calc'],
    sdkMcpServerManifests: {
      calc: {
        initializeResult: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'calc', version: '1.2.3' } },
        toolsListResult: { tools: [{ name: 'add', description: 'Add two numbers', inputSchema: { type: 'object' } }] },
      },
    },
  });
  await peer.send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: 'go' } });
  await reading;
  expect(outcomes(seen)).toEqual([{ text: 'sum=5', isError: false }]);
  expect(delivered).toEqual([
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'add', arguments: { a: 2, b: 3 }, _meta: { 'claudecode/toolUseId': 'toolu_1', progressToken: 2 } },
    },
  ]);
});
