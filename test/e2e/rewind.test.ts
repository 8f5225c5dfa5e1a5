import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prompt, reply, resultsOf, text, toolUse } from '@inboard/testing';
import type { Options, Query, SDKMessage, SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { cliPath, verifies, type Agent } from '../harness.js';

const options: Options = {
  enableFileCheckpointing: true,
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  tools: ['Read', 'Write', 'Edit', 'Task'],
};
const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';

const say = (words: string, uuid: string): SDKUserMessage => ({
  ...(prompt(words) as SDKUserMessage),
  uuid: uuid as NonNullable<SDKUserMessage['uuid']>,
});
const write = (agent: Agent, name: string, content: string) => toolUse('Write', { file_path: join(agent.cwd, name), content });

/** Asks, and once everything is answered does something with the session that is still open. */
async function talk<T>(
  agent: Agent,
  prompts: SDKUserMessage[],
  more: Options,
  then: (query: Query) => Promise<T>,
): Promise<{ messages: SDKMessage[]; value: T }> {
  let next = () => undefined as void;
  async function* input() {
    for (const each of prompts) {
      const answered = new Promise<void>((resolve) => (next = resolve));
      yield each;
      await answered;
    }
  }
  const query = agent.query(input(), more);
  const messages: SDKMessage[] = [];
  let left = prompts.length;
  let value: T | undefined;
  for await (const message of query) {
    messages.push(message);
    if (message.type !== 'result') continue;
    if ((left -= 1) === 0) value = await then(query);
    next();
  }
  return { messages, value: value as T }; // set with the last result
}

const idOf = (messages: readonly SDKMessage[]) => messages.at(-1)!.session_id;

verifies('rewind:files', async ({ open }) => {
  const agent = await open(options);
  const path = (name: string) => join(agent.cwd, name);
  await writeFile(path('old.sh'), 'one\ntwo\n');
  await chmod(path('old.sh'), 0o755);
  agent.model.says(
    reply(toolUse('Read', { file_path: path('old.sh') })),
    reply(toolUse('Edit', { file_path: path('old.sh'), old_string: 'two', new_string: '2\n3' }), write(agent, 'new/made.txt', 'made\n')),
    reply(text('done')),
    reply(toolUse('Edit', { file_path: path('old.sh'), old_string: 'one', new_string: '1' })),
    reply(text('done')),
  );
  await talk(agent, [say('change', first), say('again', second)], {}, async (query) => {
    expect(await readFile(path('old.sh'), 'utf8')).toBe('1\n2\n3\n');
    const dry = await query.rewindFiles(first, { dryRun: true });
    expect(dry).toEqual({
      canRewind: true,
      filesChanged: expect.arrayContaining([path('old.sh'), path('new/made.txt')]),
      insertions: 2,
      deletions: 4,
    });
    expect(await readFile(path('old.sh'), 'utf8')).toBe('1\n2\n3\n');
    expect(await query.rewindFiles(second)).toMatchObject({ canRewind: true, filesChanged: [path('old.sh')] });
    expect(await readFile(path('old.sh'), 'utf8')).toBe('one\n2\n3\n');
    expect(await query.rewindFiles(first)).toMatchObject({ canRewind: true });
    expect(await readFile(path('old.sh'), 'utf8')).toBe('one\ntwo\n');
    expect((await stat(path('old.sh'))).mode & 0o777).toBe(0o755);
    expect(existsSync(path('new/made.txt'))).toBe(false);
    expect((await query.rewindFiles(first)).filesChanged).toEqual([]);
  });
});

verifies('rewind:resume', async ({ open }) => {
  const agent = await open(options);
  const path = join(agent.cwd, 'a.txt');
  await writeFile(path, 'before');
  agent.model.says(
    reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' })),
    reply(toolUse('Read', { file_path: path })),
    reply(write(agent, 'a.txt', 'by a subagent')),
    reply(text('report')),
    reply(text('done')),
    reply(text('later')),
  );
  const { messages } = await talk(agent, [say('change', first)], {}, async () => undefined);
  expect(await readFile(path, 'utf8')).toBe('by a subagent');
  await talk(agent, [say('go on', second)], { resume: idOf(messages) }, async (query) => {
    expect(await query.rewindFiles(first)).toMatchObject({ canRewind: true, filesChanged: [path] });
  });
  expect(await readFile(path, 'utf8')).toBe('before');
});

verifies('rewind:refused', async ({ open }) => {
  const agent = await open(options);
  const path = join(agent.cwd, 'a.txt');
  await writeFile(join(agent.cwd, 'b.txt'), 'before b');
  agent.model.says(
    reply(write(agent, 'a.txt', 'a')),
    reply(toolUse('Read', { file_path: join(agent.cwd, 'b.txt') })),
    reply(write(agent, 'b.txt', 'b')),
    reply(text('done')),
    reply(text('done')),
  );
  const { messages } = await talk(agent, [say('change', first)], {}, async (query) => {
    expect(await query.rewindFiles(second)).toEqual({ canRewind: false, error: expect.stringContaining('No file checkpoint found') });
    await rm(path);
    await mkdir(path);
    expect(await query.rewindFiles(first)).toEqual({ canRewind: false, error: `${path} is no longer a regular file.` });
    await rm(path, { recursive: true });
    const copies = join(agent.home, '.claude', 'sessions', await sessionOf(agent), 'file-snapshots');
    for (const copy of await readdir(copies)) await writeFile(join(copies, copy), 'damaged');
    expect(await query.rewindFiles(first)).toEqual({ canRewind: false, error: expect.stringContaining('is no longer there') });
  });
  expect(await readFile(join(agent.cwd, 'b.txt'), 'utf8')).toBe('b');
  await talk(agent, [say('go on', second)], { resume: idOf(messages), enableFileCheckpointing: false }, async (query) => {
    expect(await query.rewindFiles(first)).toEqual({ canRewind: false, error: expect.stringContaining('enableFileCheckpointing') });
  });
  expect(resultsOf(messages as never)).toHaveLength(1);
});

async function sessionOf(agent: Agent): Promise<string> {
  const id = (await readdir(join(agent.home, '.claude', 'sessions'))).find((name) => !name.startsWith('.'));
  return id!;
}

/** Lets an agent edit files and kills its engine a moment after the edits were asked for; returns the session. */
async function editAndKill(agent: Agent, names: readonly string[], afterMs: number): Promise<string> {
  let child: ChildProcess | undefined;
  const at = (name: string) => ({ file_path: join(agent.cwd, name) });
  agent.model.says(reply(...names.map((name) => toolUse('Read', at(name)))), () => {
    setTimeout(() => child!.kill('SIGKILL'), afterMs);
    return reply(...names.map((name) => toolUse('Edit', { ...at(name), old_string: 'one', new_string: 'two' })));
  });
  const query = agent.query(once(say('go', first)), {
    spawnClaudeCodeProcess: ({ args, cwd, env }) =>
      (child = spawn(process.execPath, [cliPath, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })),
  });
  let id = '';
  try {
    for await (const message of query) id = message.session_id;
  } catch {
    // the engine was killed: that is what this is about
  }
  return id;
}

async function* once(message: SDKUserMessage): AsyncGenerator<SDKUserMessage> {
  yield message;
}

verifies(
  'rewind:crash',
  async ({ open }) => {
    const names = Array.from({ length: 6 }, (_, index) => `file-${index}.txt`);
    const [before, after] = ['one', 'two'].map((word) => `${word}\n${'x'.repeat(300_000)}`) as [string, string];
    let changed = 0;
    for (const afterMs of [0, 10, 20, 35, 50, 80, 1500]) {
      const agent = await open(options);
      const contents = () => Promise.all(names.map((name) => readFile(join(agent.cwd, name), 'utf8')));
      for (const name of names) await writeFile(join(agent.cwd, name), before);
      const id = await editAndKill(agent, names, afterMs);
      const left = await contents();
      expect(left.filter((content) => content !== before && content !== after)).toEqual([]);
      changed += left.filter((content) => content === after).length;
      // Copies that have their final name are whole.
      const folder = join(agent.home, '.claude', 'sessions', id, 'file-snapshots');
      const copies = existsSync(folder) ? (await readdir(folder)).filter((name) => !name.endsWith('.tmp')) : [];
      for (const name of copies)
        expect(
          createHash('sha256')
            .update(await readFile(join(folder, name)))
            .digest('hex'),
        ).toBe(name);
      agent.model.says(reply(text('back again')));
      const { value } = await talk(agent, [say('go on', second)], { resume: id }, (query) => query.rewindFiles(first));
      expect(value).toMatchObject({ canRewind: true });
      expect(await contents()).toEqual(names.map(() => before));
    }
    expect(changed).toBeGreaterThan(0);
  },
  { on: ['subprocess'], timeoutMs: 120_000 },
);
