import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { options, ranIn, run } from '../support/bash-agent.js';

verifies('bash:cwd', async ({ open }) => {
  const agent = await open(options);
  const other = join(agent.home, 'other');
  await mkdir(join(agent.cwd, 'in side'));
  await mkdir(other);
  const commands = [
    'cd "in side"; exit 0',
    'pwd',
    'cd .. && false',
    'pwd',
    'cd /; pwd',
    'pwd',
    `cd ${other}`,
    'pwd',
    `ln -s / out; cd out`,
    '(cd /); export A=1',
    'pwd; echo "[$A]"',
  ];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
    { additionalDirectories: [other] },
  );
  expect(ran.map(({ content }) => content)).toEqual([
    '(no output)',
    join(agent.cwd, 'in side'),
    'Exit code 1',
    agent.cwd,
    `/\nShell cwd was reset to ${agent.cwd}`,
    agent.cwd,
    '(no output)',
    other,
    `Shell cwd was reset to ${agent.cwd}`,
    '(no output)',
    `${agent.cwd}\n[]`,
  ]);
});

verifies('bash:cwd-deleted', async ({ open }) => {
  const agent = await open(options);
  const commands = ['mkdir gone && cd gone', 'rmdir ../gone; echo end', 'pwd', 'mkdir later && cd later && touch ../go'];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
  );
  expect(ran.map(({ content }) => content)).toEqual(['(no output)', `end\nShell cwd was reset to ${agent.cwd}`, agent.cwd, '(no output)']);
  // Gone between two commands: removed by somebody else while the model is thinking.
  agent.model.says(
    reply(toolUse('Bash', { command: 'mkdir between && cd between' })),
    async () => {
      await rmdir(join(agent.cwd, 'between'));
      return reply(toolUse('Bash', { command: 'pwd' }));
    },
    reply(toolUse('Bash', { command: 'pwd' })),
    reply(text('done')),
  );
  const [, missing, after] = ranIn(await agent.ask('again'));
  expect(missing!.isError).toBe(true);
  expect(missing!.content).toBe(
    `The command was not run: the folder of the shell, ${join(agent.cwd, 'between')}, no longer exists. The next command runs in ${agent.cwd}.`,
  );
  expect(after!.content).toBe(agent.cwd);
});
