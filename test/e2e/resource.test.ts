import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { command, flagSettings, hookSettings } from '../support/hook-agent.js';
import { asPlainUser, runAsPlainUser } from '../support/plain-user.js';

// What a process runs out of. The engine is a plain user's here, since limits do not bind root.

const everything: Options = {
  tools: ['Bash', 'Glob', 'Grep', 'Read', 'Write'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
};

/** The soft limit of a process; the hard one stays. */
function limitOf(pid: number, resource: string): string {
  return runAsPlainUser('prlimit', '--pid', String(pid), `--${resource}`, '--output', 'SOFT', '--noheadings');
}

function setLimit(pid: number, resource: string, soft: string): void {
  runAsPlainUser('prlimit', '--pid', String(pid), `--${resource}=${soft}:`);
}

/** Makes these calls, the first ones under a low limit, and the same ones again without it. */
async function underLimit(agent: Agent, resource: string, low: string, calls: ReturnType<typeof toolUse>[]): Promise<string[]> {
  const user = await asPlainUser(agent);
  let usual = '';
  agent.model.says(
    reply(toolUse('Bash', { command: 'echo before' }), toolUse('Grep', { pattern: 'before' })),
    () => {
      usual = limitOf(user.engine().pid!, resource);
      setLimit(user.engine().pid!, resource, low);
      return reply(...calls);
    },
    reply(...calls),
    reply(text('done')),
  );
  const failingHook = flagSettings(hookSettings('PostToolUse', command('true')));
  const messages: WireMessage[] = [];
  for await (const message of agent.query('go', { ...user.options, ...failingHook })) {
    messages.push(message as unknown as WireMessage);
    // Back to plenty as soon as the calls have failed: the next request may need a descriptor too.
    if (toolResultsOf(messages).length === 2 + calls.length && limitOf(user.engine().pid!, resource) === low)
      setLimit(user.engine().pid!, resource, usual);
  }
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: 'done' }]);
  return toolResultsOf(messages)
    .slice(2)
    .map((block) => String(block.content));
}

verifies(
  'resource:descriptors',
  async ({ open }) => {
    const agent = await open(everything);
    writeFileSync(join(agent.cwd, 'a.txt'), 'needle');
    const contents = await underLimit(agent, 'nofile', '8', [
      toolUse('Bash', { command: 'echo fine' }),
      toolUse('Glob', { pattern: '*.txt' }),
      toolUse('Grep', { pattern: 'needle' }),
      toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }),
    ]);
    for (const content of contents.slice(0, 4)) expect(content).toMatch(/too many open files/);
    expect(contents[0]).toMatch(
      /^The command was not run: .*bash could not be started in .*Try again when other work has ended, or raise the limit/,
    );
    expect(contents.slice(4)).toEqual(
      ['fine', join(agent.cwd, 'a.txt'), `Found 1 file\n${join(agent.cwd, 'a.txt')}`, '     1→needle'].map((end) =>
        expect.stringContaining(end),
      ),
    );
  },
  { on: ['subprocess'] },
);

verifies(
  'resource:processes',
  async ({ open }) => {
    const agent = await open(everything);
    const contents = await underLimit(agent, 'nproc', '1', [toolUse('Bash', { command: 'echo fine' }), toolUse('Glob', { pattern: '*' })]);
    expect(contents[0]).toMatch(/^The command was not run: .*there are too many processes\. .*\(EAGAIN\)\.$/);
    expect(contents[1]).toMatch(/there are too many processes/);
    expect(contents.slice(2)).toEqual(['fine', 'No files match *.']);
  },
  { on: ['subprocess'] },
);

verifies(
  'files:unreadable',
  async ({ open }) => {
    const agent = await open(everything);
    for (const name of ['open', 'closed']) {
      mkdirSync(join(agent.cwd, name));
      writeFileSync(join(agent.cwd, name, 'a.txt'), 'needle');
    }
    writeFileSync(join(agent.cwd, 'locked.txt'), 'needle');
    chmodSync(join(agent.cwd, 'locked.txt'), 0o000);
    chmodSync(join(agent.cwd, 'closed'), 0o000);
    const user = await asPlainUser(agent);
    agent.model.says(
      reply(
        toolUse('Glob', { pattern: '**/a.txt' }),
        toolUse('Grep', { pattern: 'needle' }),
        toolUse('Grep', { pattern: 'needle', output_mode: 'content' }),
        toolUse('Grep', { pattern: 'needle', path: 'closed' }),
        toolUse('Glob', { pattern: '*', path: 'closed' }),
        toolUse('Read', { file_path: join(agent.cwd, 'locked.txt') }),
        toolUse('Write', { file_path: join(agent.cwd, 'closed', 'b.txt'), content: 'x' }),
        toolUse('Bash', { command: 'cat locked.txt' }),
      ),
      reply(text('done')),
    );
    const blocks = toolResultsOf(await agent.ask('go', user.options));
    const contents = blocks.map((block) => String(block.content).replaceAll(agent.cwd, '.'));
    chmodSync(join(agent.cwd, 'closed'), 0o700);
    expect(contents).toEqual([
      './open/a.txt\n(some folders could not be read)',
      'Found 1 file\n./open/a.txt\n(some files or folders could not be read)',
      './open/a.txt:1:needle\n(some files or folders could not be read)',
      'The search was not run: the folder ./closed may not be entered. Check its owner and mode (EACCES).',
      'The search was not run: the folder ./closed may not be entered. Check its owner and mode (EACCES).',
      './locked.txt: the system does not allow this (EACCES). Check the owner and mode of the file and its folder.',
      './closed/b.txt: the system does not allow this (EACCES). Check the owner and mode of the file and its folder.',
      'Exit code 1\ncat: locked.txt: Permission denied',
    ]);
  },
  { on: ['subprocess'] },
);
