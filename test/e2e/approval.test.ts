import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { CanUseTool, PermissionUpdate } from 'inboard';
import { expect } from 'vitest';
import { temporaryFolder, verifies } from '../harness.js';

/** Puts a link to another folder in the place of a folder. */
async function swap(folder: string, target: string): Promise<void> {
  await rename(folder, `${folder}-was`);
  await symlink(target, folder);
}

const allow = async (_name: string, input: Record<string, unknown>) => ({ behavior: 'allow' as const, updatedInput: input });

verifies('approval:swapped-folder', async ({ open }) => {
  const outside = await temporaryFolder();
  const agent = await open();
  const inside = join(agent.cwd, 'src');
  await mkdir(inside);
  const canUseTool: CanUseTool = async (name, input) => {
    await swap(inside, outside);
    return allow(name, input);
  };
  agent.model.says(reply(toolUse('Write', { file_path: join(inside, 'a.txt'), content: 'x' })), reply(text('done')));
  const messages = await agent.ask('write', { canUseTool });
  expect(existsSync(join(outside, 'a.txt'))).toBe(false);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining(`came to lead to ${outside}`) });
  expect(resultsOf(messages)[0]!.permission_denials).toMatchObject([{ tool_name: 'Write', trace: { behavior: 'deny', step: 'confirm' } }]);
});

verifies('approval:swapped-for-command', async ({ open }) => {
  const outside = await temporaryFolder();
  const agent = await open();
  const inside = join(agent.cwd, 'out');
  await mkdir(inside);
  const canUseTool: CanUseTool = async (name, input) => {
    await swap(inside, outside);
    return allow(name, input);
  };
  agent.model.says(reply(toolUse('Bash', { command: 'echo x > out/a.txt' })), reply(text('done')));
  const messages = await agent.ask('go', { canUseTool });
  expect(existsSync(join(outside, 'a.txt'))).toBe(false);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true });
});

verifies('approval:swapped-read', async ({ open }) => {
  const [asked, other] = [await temporaryFolder(), await temporaryFolder()];
  await writeFile(join(asked, 'a.txt'), 'what was asked for');
  await writeFile(join(other, 'a.txt'), 'a secret');
  const agent = await open();
  const link = join(agent.cwd, 'link');
  await symlink(asked, link);
  const canUseTool: CanUseTool = async (name, input) => {
    await rm(link);
    await symlink(other, link);
    return allow(name, input);
  };
  agent.model.says(reply(toolUse('Read', { file_path: join(link, 'a.txt') })), reply(text('done')));
  expect(JSON.stringify(await agent.ask('read', { canUseTool }))).not.toContain('a secret');
});

verifies('approval:unchanged', async ({ open }) => {
  const outside = await temporaryFolder();
  const agent = await open({ canUseTool: allow });
  const link = join(agent.cwd, 'link');
  await symlink(outside, link);
  agent.model.says(reply(toolUse('Write', { file_path: join(link, 'a.txt'), content: 'x' })), reply(text('done')));
  await agent.ask('write');
  expect(await readFile(join(outside, 'a.txt'), 'utf8')).toBe('x');
});

verifies('approval:denied-meanwhile', async ({ open }) => {
  const agent = await open();
  const file = join(agent.cwd, 'a.txt');
  const deny: PermissionUpdate = {
    type: 'addRules',
    rules: [{ toolName: 'Edit', ruleContent: 'a.txt' }],
    behavior: 'deny',
    destination: 'session',
  };
  const canUseTool: CanUseTool = async (_name, input) => ({ behavior: 'allow', updatedInput: input, updatedPermissions: [deny] });
  agent.model.says(reply(toolUse('Write', { file_path: file, content: 'x' })), reply(text('done')));
  const messages = await agent.ask('write', { canUseTool });
  expect(existsSync(file)).toBe(false);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('Edit(a.txt)') });
});

verifies('approval:bad-update', async ({ open }) => {
  const agent = await open();
  const updates = [
    { type: 'becomeRoot' },
    'all',
    { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 5 }], behavior: 'allow', destination: 'session' },
    { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
    { type: 'addRules', rules: [{ toolName: 'Edit', ruleContent: 'b.txt' }], behavior: 'allow', destination: 'session' },
  ] as PermissionUpdate[]; // what a careless host might send
  const asked: string[] = [];
  const canUseTool: CanUseTool = async (_name, input) => {
    asked.push(String(input.file_path ?? input.command));
    return { behavior: 'allow', updatedInput: input, updatedPermissions: updates };
  };
  agent.model.says(
    reply(toolUse('Write', { file_path: join(agent.cwd, 'a.txt'), content: 'a' })),
    reply(toolUse('Write', { file_path: join(agent.cwd, 'b.txt'), content: 'b' })),
    reply(toolUse('Bash', { command: 'touch c.txt' })),
    reply(text('done')),
  );
  const messages = await agent.ask('write', { canUseTool });
  expect(asked).toEqual([join(agent.cwd, 'a.txt'), 'touch c.txt']);
  expect(['a.txt', 'b.txt', 'c.txt'].map((name) => existsSync(join(agent.cwd, name)))).toEqual([true, true, true]);
  const warnings = messages.flatMap((message) => (message.subtype === 'informational' ? [String(message.content)] : []));
  for (const entry of [1, 2, 3, 4]) expect(warnings.join('\n')).toContain(`Entry ${entry} of updatedPermissions was left out`);
});

verifies('approval:relative-path', async ({ open }) => {
  const agent = await open({ allowedTools: ['Bash(cd:*)'] });
  await mkdir(join(agent.cwd, 'sub'));
  const secret = join(agent.cwd, '..', `secret-${Date.now()}.txt`);
  await writeFile(secret, 'outside');
  agent.model.says(
    reply(toolUse('Bash', { command: 'cd sub' })),
    reply(toolUse('Read', { file_path: `../${secret.split('/').at(-1)}` })),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  await rm(secret);
  expect(toolResultsOf(messages)[1]).toMatchObject({ is_error: true, content: expect.stringContaining('outside the working directories') });
});
