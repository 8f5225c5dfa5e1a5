import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse, type RecordedRequest } from '@inboard/testing';
import type { CanUseTool } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { putFiles } from '../put-files.js';
import { isResult, reached, readRest, readUntil, Talk } from '../talk.js';

const lastText = (request: RecordedRequest) =>
  (request.body.messages as { content: { text?: string }[] }[])
    .at(-1)!
    .content.map((block) => block.text ?? '')
    .join('\n');

verifies('command:queued', async ({ open }) => {
  const agent = await open();
  const talk = new Talk('first');
  let noteSent!: () => void;
  const sent = new Promise<void>((resolve) => (noteSent = resolve));
  agent.model.says(
    async () => {
      for (const words of ['before it', '/cost', 'after it']) talk.say(words);
      await sent;
      return reply(toolUse('Glob', { pattern: '*' }, 't1'));
    },
    reply(text('first done')),
    reply(text('last done')),
  );
  const query = agent.query(talk);
  await readUntil(query, ({ subtype }) => subtype === 'init');
  await reached(() => agent.model.requests.length > 0);
  await query.mcpServerStatus();
  noteSent();
  const turns = [await readUntil(query, isResult), await readUntil(query, isResult), await readUntil(query, isResult)];
  talk.end();
  expect(await readRest(query)).toEqual([]);
  expect(turns.flatMap(resultsOf).map(({ result }) => result)).toEqual([
    'first done',
    expect.stringContaining('for 2 requests.'),
    'last done',
  ]);
  expect(agent.model.requests).toHaveLength(3);
  const boundary = lastText(agent.model.requests[1]!) + JSON.stringify(agent.model.requests[1]!.body.messages);
  expect(boundary).toContain('before it');
  expect(boundary).not.toContain('/cost');
  expect(boundary).not.toContain('after it');
  expect(lastText(agent.model.requests[2]!)).toContain('after it');
});

const bash = (command: string, id: string) => toolUse('Bash', { command }, id);

verifies('command:grants', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    '.claude/commands/mark.md': '---\nallowed-tools: Bash(touch one), Bash(touch two)\n---\nMarked:\n!`touch one`\nGo on.',
  });
  agent.model.says(
    reply(bash('touch two', 't1'), bash('touch three', 't2')),
    reply(text('marked')),
    reply(bash('touch two', 't3')),
    reply(text('done')),
  );
  const [two, three] = toolResultsOf(await agent.ask('/mark'));
  expect(two).not.toHaveProperty('is_error');
  expect(three).toMatchObject({ is_error: true });
  expect(['one', 'two', 'three'].filter((name) => existsSync(join(agent.cwd, name)))).toEqual(['one', 'two']);
  expect(toolResultsOf(await agent.ask('again'))).toMatchObject([{ is_error: true }]);
});

verifies('command:shell', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    '.claude/commands/show.md': 'It says:\n!`echo from-$0 && touch ran-$0`\nExplain.',
    '.claude/commands/no.md': '---\nallowed-tools: Bash(touch:*)\n---\n!`touch forbidden`',
  });
  agent.model.always(reply(text('ok')));
  // Nobody to ask: nothing runs and nothing is sent.
  expect(resultsOf(await agent.ask('/show alone'))).toMatchObject([{ result: expect.stringContaining('/show was not run') }]);
  expect(agent.model.requests).toEqual([]);
  // A person says no, then yes.
  const asked: string[] = [];
  const answer =
    (behavior: 'allow' | 'deny'): CanUseTool =>
    async (_tool, input) => {
      asked.push(String(input.command));
      return behavior === 'allow' ? { behavior, updatedInput: input } : { behavior, message: 'not today' };
    };
  expect(resultsOf(await agent.ask('/show refused', { canUseTool: answer('deny') }))).toMatchObject([
    { result: expect.stringContaining('not today') },
  ]);
  expect(resultsOf(await agent.ask('/show agreed', { canUseTool: answer('allow') }))).toMatchObject([{ result: 'ok' }]);
  expect(asked).toEqual(['echo from-refused && touch ran-refused', 'echo from-agreed && touch ran-agreed']);
  expect(lastText(agent.model.requests[0]!)).toContain('It says:\nfrom-agreed\nExplain.');
  // A deny rule holds against what the command grants itself.
  expect(resultsOf(await agent.ask('/no', { disallowedTools: ['Bash(touch forbidden)'] }))).toMatchObject([
    { result: expect.stringContaining('/no was not run') },
  ]);
  expect(['ran-alone', 'ran-refused', 'ran-agreed', 'forbidden'].filter((name) => existsSync(join(agent.cwd, name)))).toEqual([
    'ran-agreed',
  ]);
});

verifies('command:builtin', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const talk = new Talk();
  const query = agent.query(talk);
  const commands = await query.supportedCommands();
  expect(commands.map(({ name }) => name)).toEqual(['compact', 'clear', 'context', 'cost', 'model', 'mcp', 'init', 'review', 'help']);
  const said = async (prompt: string) => {
    talk.say(prompt);
    return String(resultsOf(await readUntil(query, isResult))[0]!.result);
  };
  expect(await said('/compact')).toBe('There is nothing to summarise yet.');
  expect(await said('/model')).toMatch(/^The model is claude-sonnet/);
  expect(await said('/model haiku')).toMatch(/^The model is claude-haiku/);
  expect(await said('hello')).toBe('ok');
  expect(agent.model.requests.at(-1)!.body.model).toMatch(/haiku/);
  expect(await said('/context')).toMatch(
    /^About \d+ of \d+ tokens[\s\S]*- system prompt: about \d+ tokens\n- \d+ tools: about \d+ tokens\n- 2 messages/,
  );
  expect(await said('/usage')).toMatch(/^\$\d+\.\d{4} for 1 requests\.\n- claude-haiku/);
  expect(await said('/mcp')).toBe('There are no MCP servers.');
  expect((await said('/help')).split('\n')).toEqual(
    commands.map(({ name, argumentHint, description }) => `/${name}${argumentHint === '' ? '' : ` ${argumentHint}`}: ${description}`),
  );
  expect(agent.model.requests).toHaveLength(1);
  expect(await said('/review the parser')).toBe('ok');
  expect(lastText(agent.model.requests.at(-1)!)).toContain('What to review: the parser');
  expect(await said('/init')).toBe('ok');
  expect(lastText(agent.model.requests.at(-1)!)).toContain('CLAUDE.md');
  expect(await said('/clear')).toBe('The conversation was cleared.');
  await said('anew');
  expect(agent.model.requests.at(-1)!.body.messages).toHaveLength(1);
  talk.end();
  await readRest(query);
});
