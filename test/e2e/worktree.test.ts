import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { HookCallback, HookInput, Options } from 'inboard';
import { expect } from 'vitest';
import { temporaryFolder, verifies, type Agent, type Cell } from '../harness.js';
import { command, flagSettings } from '../support/hook-agent.js';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' }).trim();

/** An agent in a repository with one commit. */
async function inRepository({ open }: Cell, options: Options = {}): Promise<Agent> {
  const agent = await open({ permissionMode: 'acceptEdits', ...options });
  await writeFile(join(agent.cwd, 'a.txt'), 'committed\n');
  git(agent.cwd, 'init', '-q', '-b', 'main');
  git(agent.cwd, 'add', '.');
  git(agent.cwd, 'commit', '-q', '-m', 'one');
  return agent;
}

const isolated = (more: object = {}) =>
  toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose', isolation: 'worktree', ...more });

const worktrees = (agent: Agent) => {
  const folder = join(agent.cwd, '.claude', 'worktrees');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== '.gitignore') : [];
};

verifies('worktree:changed', async (cell) => {
  const agent = await inRepository(cell);
  agent.model.says(
    reply(isolated()),
    reply(toolUse('Write', { file_path: 'b.txt', content: 'new' }), toolUse('Bash', { command: 'cat a.txt' })),
    reply(text('inner done')),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  const [name] = worktrees(agent);
  const path = join(agent.cwd, '.claude', 'worktrees', name!);
  expect(await readFile(join(path, 'b.txt'), 'utf8')).toBe('new');
  expect(existsSync(join(agent.cwd, 'b.txt'))).toBe(false);
  expect(git(agent.cwd, 'status', '--porcelain')).toBe('');
  const result = messages.findLast((message) => message.type === 'user' && message.parent_tool_use_id === null)!;
  expect(result.tool_use_result).toMatchObject({ worktreePath: path, worktreeBranch: `worktree-${name}` });
  expect(JSON.stringify(toolResultsOf(messages))).toContain('committed');
  expect(JSON.stringify(agent.model.requests[3]!.body.messages)).toContain(`Its changes are in the worktree ${path}`);
  expect(JSON.stringify(agent.model.requests[1]!.body.system)).toContain(`Working directory: ${path}`);
});

verifies('worktree:unchanged', async (cell) => {
  const seen: HookInput[] = [];
  const note: HookCallback = async (input) => (seen.push(input), {});
  const agent = await inRepository(cell, { hooks: { WorktreeRemove: [{ hooks: [note] }], SubagentStart: [{ hooks: [note] }] } });
  await mkdir(join(agent.cwd, '.git', 'hooks'), { recursive: true });
  await writeFile(join(agent.cwd, '.git', 'hooks', 'post-checkout'), '#!/bin/sh\ntouch "$PWD/ran"\n');
  await chmod(join(agent.cwd, '.git', 'hooks', 'post-checkout'), 0o755);
  agent.model.says(reply(isolated()), reply(text('inner done')), reply(text('done')));
  await agent.ask('go');
  expect(worktrees(agent)).toEqual([]);
  expect(git(agent.cwd, 'branch', '--format=%(refname:short)')).toBe('main');
  const path = expect.stringMatching(/\.claude\/worktrees\/agent-[0-9a-f]{16}$/);
  expect(seen).toMatchObject([
    { hook_event_name: 'SubagentStart', cwd: path },
    { hook_event_name: 'WorktreeRemove', worktree_path: path },
  ]);
});

verifies('worktree:rules', async (cell) => {
  const agent = await inRepository(cell, { disallowedTools: ['Edit(/locked/**)', 'Read(secret.txt)'] });
  const outside = join(agent.cwd, 'original.txt');
  agent.model.says(
    reply(isolated()),
    reply(
      toolUse('Write', { file_path: 'locked/x', content: '' }, 'toolu_locked'),
      toolUse('Read', { file_path: 'secret.txt' }, 'toolu_secret'),
      toolUse('Write', { file_path: outside, content: '' }, 'toolu_outside'),
    ),
    reply(text('inner done')),
    reply(text('done')),
  );
  const results = toolResultsOf(await agent.ask('go')).slice(0, 3);
  expect(results).toMatchObject([
    { is_error: true, content: expect.stringContaining('Edit(/locked/**)') },
    { is_error: true, content: expect.stringContaining('Read(secret.txt)') },
    { is_error: true, content: expect.stringContaining('nobody can be asked') },
  ]);
  expect(existsSync(outside)).toBe(false);
});

verifies('worktree:hook', async ({ open }) => {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const place = join(folder, 'place');
  await mkdir(place);
  const hooks = {
    WorktreeCreate: [
      {
        hooks: [
          command(
            `cat >> ${log}; echo >> ${log}; git init -q ${place}; git -C ${place} -c user.name=a -c user.email=a commit -q --allow-empty -m x; echo ${place}`,
          ),
        ],
      },
    ],
    WorktreeRemove: [{ hooks: [command(`cat >> ${log}`)] }],
  };
  const agent = await open(flagSettings({ hooks }));
  agent.model.says(reply(isolated()), reply(toolUse('Bash', { command: 'pwd' })), reply(text('inner done')), reply(text('done')));
  const messages = await agent.ask('go');
  expect(JSON.stringify(toolResultsOf(messages))).toContain(place);
  const [made, removed] = (await readFile(log, 'utf8')).split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // two events
  expect(made).toMatchObject({ hook_event_name: 'WorktreeCreate', name: expect.stringMatching(/^agent-/) });
  expect(removed).toMatchObject({ hook_event_name: 'WorktreeRemove', worktree_path: place });
});

verifies('worktree:problem', async (cell) => {
  const cases: [Options, string][] = [
    [{}, 'Isolation needs a git repository'],
    [flagSettings({ hooks: { WorktreeCreate: [{ hooks: [command('echo no >&2; exit 2')] }] } }), 'no'],
    [flagSettings({ hooks: { WorktreeCreate: [{ hooks: [command('exit 1')] }] } }), 'named no folder'],
    [flagSettings({ hooks: { WorktreeCreate: [{ hooks: [command('echo somewhere')] }] } }), 'no absolute path'],
    [flagSettings({ hooks: { WorktreeCreate: [{ hooks: [command('echo /no/such/folder')] }] } }), 'there is no folder'],
  ];
  for (const [options, why] of cases) {
    const agent = await cell.open(options);
    agent.model.says(reply(isolated()), reply(text('done')));
    const messages = await agent.ask('go');
    expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining(why) });
    expect(agent.model.requests).toHaveLength(2);
  }
});

verifies('hook:teammate-idle', async ({ open }) => {
  const seen: HookInput[] = [];
  const idle: HookCallback = async (input) => {
    seen.push(input);
    return seen.length === 1 ? { decision: 'block', reason: 'look once more' } : {};
  };
  const agent = await open({ hooks: { TeammateIdle: [{ hooks: [idle] }] } });
  const named = toolUse('Task', {
    description: 'a task',
    prompt: 'inner',
    subagent_type: 'general-purpose',
    name: 'scout',
    team_name: 'away',
  });
  agent.model.says(reply(named), reply(text('first')), reply(text('second')), reply(text('done')));
  const messages = await agent.ask('go');
  expect(seen).toMatchObject([
    { hook_event_name: 'TeammateIdle', teammate_name: 'scout', team_name: 'away' },
    { hook_event_name: 'TeammateIdle', teammate_name: 'scout', team_name: 'away' },
  ]);
  expect(JSON.stringify(toolResultsOf(messages))).toContain('second');
  expect(JSON.stringify(agent.model.requests[2]!.body.messages)).toContain('look once more');
});
