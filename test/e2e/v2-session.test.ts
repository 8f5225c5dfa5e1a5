import { kindsOf, reply, text, textsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { AgentError, unstable_v2_createSession, unstable_v2_prompt, unstable_v2_resumeSession, type SDKSession } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { rejection, userPrompt } from '../talk.js';

const model = 'claude-haiku-4-5';

async function turn(session: SDKSession, prompt: string): Promise<WireMessage[]> {
  await session.send(prompt);
  const messages: WireMessage[] = [];
  for await (const message of session.stream()) messages.push(message); // looked at by its fields
  return messages;
}

const create = (agent: Agent, more = {}) => unstable_v2_createSession({ ...agent.options, model, ...more });

verifies('v2:turns', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')), reply(text('two')));
  await using session = create(agent);
  expect(() => session.sessionId).toThrow(AgentError);
  const first = await turn(session, 'a');
  expect(kindsOf(first)).toEqual(['system/init', 'assistant', 'result/success']);
  expect(session.sessionId).toBe(first[0]!.session_id);
  expect(textsOf(await turn(session, 'b'))).toEqual(['two']);
  expect(agent.model.requests.map(({ body }) => body.model)).toEqual([model, model]);
});

verifies('v2:message', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')));
  await using session = create(agent);
  await session.send(userPrompt('a whole message'));
  for await (const message of session.stream()) void message;
  expect(JSON.stringify(agent.model.requests[0]!.body.messages)).toContain('a whole message');
});

verifies('v2:resume', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')), reply(text('two')));
  const session = create(agent);
  await turn(session, 'a');
  const { sessionId } = session;
  await session[Symbol.asyncDispose]();
  await using resumed = unstable_v2_resumeSession(sessionId, { ...agent.options, model });
  expect(resumed.sessionId).toBe(sessionId);
  await turn(resumed, 'b');
  expect((agent.model.requests[1]!.body.messages as unknown[]).length).toBe(3);
});

verifies('v2:options', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(toolUse('Glob', { pattern: '*' })));
  await using session = create(agent, {
    maxTurns: 1,
    tools: ['Glob'],
    systemPrompt: 'You are a clock.',
    includePartialMessages: true,
    permissionMode: 'plan',
  });
  const messages = await turn(session, 'a');
  expect(messages[0]).toMatchObject({ subtype: 'init', tools: ['Glob'], permissionMode: 'plan', cwd: agent.cwd });
  expect(messages.some(({ type }) => type === 'stream_event')).toBe(true);
  expect(messages.at(-1)).toMatchObject({ subtype: 'error_max_turns' });
  expect(JSON.stringify(agent.model.requests[0]!.body.system)).toContain('You are a clock.');
  expect(() => create(agent, { maxTurns: 'x' })).toThrow('maxTurns');
});

verifies('v2:prompt', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('forty-two')));
  expect(await unstable_v2_prompt('what?', { ...agent.options, model })).toMatchObject({
    type: 'result',
    subtype: 'success',
    result: 'forty-two',
  });
});

verifies('v2:close', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const session = create(agent);
  await turn(session, 'a');
  session.close();
  session.close();
  expect(await rejection(session.send('b'))).toMatchObject({ code: 'transport_closed' });
  expect(await session.stream().next()).toEqual({ value: undefined, done: true });
  await session[Symbol.asyncDispose]();
});

verifies('v2:stop-streaming', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  await using session = create(agent);
  await session.send('a');
  for await (const message of session.stream()) if (message.type === 'assistant') break;
  // The session goes on where its stream was left.
  const rest: string[] = [];
  for await (const message of session.stream()) rest.push(message.type);
  expect(rest).toEqual(['result']);
});
