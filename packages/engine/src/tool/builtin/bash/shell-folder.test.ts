import { mkdirSync, rmdirSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToolState } from '../../state.js';
import { carryFolder, shellFolder } from './shell-folder.js';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'inboard-test-')));
  for (const name of ['project', 'project/sub', 'project-evil', 'added']) mkdirSync(join(root, name));
});
afterEach(() => rm(root, { recursive: true }));

const contextOf = (more: { agentId?: string; env?: Record<string, string> } = {}) => {
  const cwd = join(root, 'project');
  return {
    cwd,
    directories: [cwd, join(root, 'added'), join(root, 'absent')],
    env: {},
    state: createToolState({ cwd, remember: () => undefined }),
    ...more,
  };
};

test('carries over inside the working folders only', () => {
  const context = contextOf();
  const reset = `Shell cwd was reset to ${context.cwd}`;
  const goTo = (folder: string) => [carryFolder(context, folder), shellFolder(context)];
  expect(goTo(join(root, 'project/sub'))).toEqual([undefined, join(root, 'project/sub')]);
  expect(goTo(join(root, 'added'))).toEqual([undefined, join(root, 'added')]);
  expect(goTo(join(root, 'project-evil'))).toEqual([reset, context.cwd]);
  expect(goTo(root)).toEqual([reset, context.cwd]);
  expect(goTo(join(root, 'project/none'))).toEqual([reset, context.cwd]);
});

test.each([{ agentId: 'agent' }, { env: { CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1' } }])('never carries with %j', (more) => {
  const context = contextOf(more);
  expect(carryFolder(context, join(root, 'project/sub'))).toBeUndefined();
  expect(shellFolder(context)).toBe(context.cwd);
});

test('a folder that is gone is an error once', () => {
  const context = contextOf();
  carryFolder(context, join(root, 'project/sub'));
  rmdirSync(join(root, 'project/sub'));
  expect(() => shellFolder(context)).toThrow(expect.objectContaining({ code: 'cwd_missing', data: { cwd: join(root, 'project/sub') } }));
  expect(shellFolder(context)).toBe(context.cwd);
});
