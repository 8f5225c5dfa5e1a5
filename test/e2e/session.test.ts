import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { kindsOf, reply, resultsOf, text, textsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Query } from 'inboard';
import { expect } from 'vitest';
import { collect, verifies, type Agent } from '../harness.js';
import { readRest, Talk, userPrompt } from '../talk.js';

const idOf = (messages: WireMessage[]) => messages[0]!.session_id as string;

/** What the model was sent last, as pairs of role and first text. */
function lastSent(agent: Agent): string[] {
  const messages = agent.model.requests.at(-1)!.body.messages as { role: string; content: { text: string }[] | string }[];
  return messages.map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : content[0]!.text}`);
}

async function twoTurns(agent: Agent): Promise<{ id: string; first: WireMessage[]; second: WireMessage[] }> {
  agent.model.says(reply(text('A')), reply(text('B')));
  const first = await agent.ask('a');
  const second = await agent.ask('b', { resume: idOf(first) });
  return { id: idOf(first), first, second };
}

verifies('session:resume', async ({ open }) => {
  const agent = await open();
  const { id, second } = await twoTurns(agent);
  expect(idOf(second)).toBe(id);
  expect(kindsOf(second)).toEqual(['system/init', 'assistant', 'result/success']);
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: b']);
});

verifies('session:continue', async ({ open }) => {
  const agent = await open();
  const { id } = await twoTurns(agent);
  agent.model.says(reply(text('C')));
  expect(idOf(await agent.ask('c', { continue: true }))).toBe(id);
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: b', 'assistant: B', 'user: c']);
});

verifies('session:continue-nothing', async ({ open }) => {
  const agent = await open({ continue: true });
  agent.model.says(reply(text('new')));
  expect(textsOf(await agent.ask('a'))).toEqual(['new']);
});

verifies('session:fork', async ({ open }) => {
  const agent = await open();
  const { id } = await twoTurns(agent);
  agent.model.says(reply(text('F')), reply(text('O')));
  const named = randomUUID();
  expect(idOf(await agent.ask('f', { resume: id, forkSession: true, sessionId: named }))).toBe(named);
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: b', 'assistant: B', 'user: f']);
  await agent.ask('o', { resume: id });
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: b', 'assistant: B', 'user: o']);
});

verifies('session:resume-at', async ({ open }) => {
  const agent = await open();
  const { id, first } = await twoTurns(agent);
  agent.model.says(reply(text('C')), reply(text('D')));
  const at = first.find(({ type }) => type === 'assistant')!.uuid as string;
  await agent.ask('c', { resume: id, resumeSessionAt: at });
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: c']);
  await agent.ask('d', { resume: id });
  expect(lastSent(agent)).toEqual(['user: a', 'assistant: A', 'user: c', 'assistant: C', 'user: d']);
});

verifies('session:id', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('A')));
  const sessionId = randomUUID();
  const messages = await agent.ask('a', { sessionId });
  expect(new Set(messages.map(({ session_id }) => session_id))).toEqual(new Set([sessionId]));
  expect(await readdir(join(agent.home, '.claude', 'sessions'))).toEqual([sessionId]);
});

verifies('session:not-kept', async ({ open }) => {
  const agent = await open({ persistSession: false });
  agent.model.says(reply(text('A')));
  const id = idOf(await agent.ask('a'));
  expect(await readdir(agent.home)).toEqual([]);
  const [result] = resultsOf(await agent.ask('b', { resume: id }));
  expect(result).toMatchObject({ subtype: 'error_during_execution' });
});

verifies('session:unknown', async ({ open }) => {
  const agent = await open();
  for (const resume of [randomUUID(), '../../etc/passwd']) {
    const messages = await agent.ask('a', { resume });
    expect(kindsOf(messages)).toEqual(['result/error_during_execution']);
    expect(messages[0]).toMatchObject({ is_error: true, num_turns: 0, errors: [expect.stringContaining(resume)] });
  }
  // Also when nobody has asked anything yet: it is said before any input.
  const open2 = agent.query(new Talk(), { resume: randomUUID() });
  expect(kindsOf(await readRest(open2))).toEqual(['result/error_during_execution']);
  expect(agent.model.requests).toEqual([]);
});

verifies('session:unknown-point', async ({ open }) => {
  const agent = await open();
  const { id } = await twoTurns(agent);
  const messages = await agent.ask('c', { resume: id, resumeSessionAt: randomUUID() });
  expect(messages.at(-1)).toMatchObject({ subtype: 'error_during_execution', errors: [expect.stringContaining('resumeSessionAt')] });
});

verifies('session:replay', async ({ open }) => {
  const agent = await open({ extraArgs: { 'replay-user-messages': null } });
  agent.model.says(reply(text('A')));
  const uuid = randomUUID();
  const talk = new Talk();
  talk.push(userPrompt('a', { uuid }));
  talk.end();
  const messages = await agent.ask(talk);
  expect(kindsOf(messages)).toEqual(['system/init', 'user', 'assistant', 'result/success']);
  expect(messages[1]).toMatchObject({ uuid, isReplay: true, message: { role: 'user', content: [{ type: 'text', text: 'a' }] } });
});

verifies('session:replay-queued', async ({ open }) => {
  const agent = await open({ extraArgs: { 'replay-user-messages': null } });
  agent.model.says(reply(toolUse('Bash', { command: 'touch x' })), reply(text('both')));
  const uuid = randomUUID();
  const talk = new Talk('a');
  const query: Query = agent.query(talk, {
    canUseTool: async () => {
      talk.say('b', { uuid });
      talk.end();
      await nextTick();
      await query.mcpServerStatus(); // asked after the prompt was sent: the answer means that it has arrived
      return { behavior: 'deny', message: 'no' };
    },
  });
  const messages = await collect(query);
  expect(kindsOf(messages)).toEqual(['system/init', 'user', 'assistant', 'user', 'user', 'assistant', 'result/success']);
  expect(messages[4]).toMatchObject({ uuid, isReplay: true, message: { content: [{ type: 'text', text: 'b' }] } });
});

verifies('session:facts', async ({ open, transport }) => {
  const agent = await open();
  const talk = new Talk();
  const query = agent.query(talk);
  const whole = await query.initializationResult();
  expect((await query.supportedModels()).map(({ value }) => value)).toEqual(expect.arrayContaining(['default', 'sonnet', 'opus', 'haiku']));
  expect(await query.supportedCommands()).toEqual(whole.commands);
  expect(await query.accountInfo()).toEqual({ tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY' });
  expect(await query.mcpServerStatus()).toEqual([]);
  expect(whole.pid === process.pid).toBe(transport === 'memory');
  talk.end();
  expect(await readRest(query)).toEqual([]);
});
