// The helpers of the newest published SDK find and show sessions of ours. They read files: no engine of theirs is installed.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as newest from 'claude-agent-sdk-newest';
import { reply, text, toolUse } from '../../packages/testing/dist/index.js';
import { inboard, ourEngine, place, readRest } from '../place.js';

const task = toolUse('Task', { description: 'a task', prompt: 'inner question', subagent_type: 'general-purpose' });

/** A session of ours with a subagent, in a repository, from an engine in this process or in a child. */
async function session(options = {}) {
  const here = await place([reply(task), reply(text('inner report')), reply(text('done')), reply(text('again')), reply(text('more'))]);
  mkdirSync(join(here.cwd, '.git'));
  writeFileSync(join(here.cwd, '.git', 'HEAD'), 'ref: refs/heads/feature/x\n');
  process.env.CLAUDE_CONFIG_DIR = here.env.CLAUDE_CONFIG_DIR; // the helpers have no other way to be told
  const ask = (prompt, more = {}) =>
    readRest(inboard.query({ prompt, options: { cwd: here.cwd, env: here.env, settingSources: [], ...options, ...more } }));
  const { seen } = await ask('first question');
  const id = seen[0].session_id;
  return { ...here, id, ask, theirs: { dir: here.cwd }, ours: { env: here.env } };
}

const typesOf = (messages) => messages.map(({ type }) => type);

export const cases = {
  async 'a list shows the session, its prompt, folder and branch'() {
    for (const options of [{}, { pathToClaudeCodeExecutable: ourEngine }]) {
      const { id, cwd, theirs, ours } = await session(options);
      const [listed, ...more] = await newest.listSessions(theirs);
      assert.deepEqual(more, []);
      const { sessionId, summary, firstPrompt, cwd: folder, gitBranch, createdAt, lastModified, fileSize } = listed;
      const expected = { sessionId: id, summary: 'first question', firstPrompt, cwd, gitBranch: 'feature/x' };
      assert.deepEqual({ sessionId, summary, firstPrompt, cwd: folder, gitBranch }, { ...expected, firstPrompt: 'first question' });
      const own = await inboard.getSessionInfo(id, ours);
      assert.deepEqual(
        { createdAt, lastModified, fileSize },
        { createdAt: own.createdAt, lastModified: own.lastModified, fileSize: own.fileSize },
      );
      assert.deepEqual(await newest.listSessions(), [listed]);
      assert.deepEqual(await newest.getSessionInfo(id, theirs), listed);
    }
  },

  async 'what was said is shown, also after a resume'() {
    const { id, ask, theirs, ours } = await session();
    await ask('second question', { resume: id });
    const messages = await newest.getSessionMessages(id, theirs);
    assert.deepEqual(typesOf(messages), ['user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
    assert.deepEqual(
      messages.map(({ uuid, message }) => ({ uuid, message })),
      (await inboard.getSessionMessages(id, ours)).map(({ uuid, message }) => ({ uuid, message })),
    );
  },

  async 'subagents are found and shown'() {
    const { id, theirs, ours } = await session();
    const agents = await newest.listSubagents(id, theirs);
    assert.deepEqual(agents, await inboard.listSubagents(id, ours));
    assert.equal(agents.length, 1);
    assert.deepEqual(typesOf(await newest.getSubagentMessages(id, agents[0], theirs)), ['user', 'assistant']);
  },

  async 'titles and tags given by either are seen by both'() {
    const { id, theirs, ours } = await session();
    const summaries = async () => [(await newest.getSessionInfo(id, theirs)).summary, (await inboard.getSessionInfo(id, ours)).summary];
    await newest.renameSession(id, 'named there', theirs);
    assert.deepEqual(await summaries(), ['named there', 'named there']);
    await inboard.renameSession(id, 'named here', ours);
    assert.deepEqual(await summaries(), ['named here', 'named here']);
    await newest.tagSession(id, 'a tag', theirs);
    assert.deepEqual([(await newest.getSessionInfo(id, theirs)).tag, (await inboard.getSessionInfo(id, ours)).tag], ['a tag', 'a tag']);
  },

  async 'a fork made there goes on here'() {
    const { id, ask, conversation, theirs } = await session();
    const fork = await newest.forkSession(id, theirs);
    const { seen } = await ask('in the fork', { resume: fork.sessionId });
    assert.equal(seen.at(-1).subtype, 'success');
    assert.match(JSON.stringify(conversation.at(-1).messages), /first question.*in the fork/);
  },

  async 'a long folder has the same key in a store'() {
    const keys = [];
    const store = { append: async () => undefined, load: async () => null, listSessions: async (key) => (keys.push(key), []) };
    const dir = `/nowhere/${'a long name '.repeat(30)}`;
    await newest.listSessions({ sessionStore: store, dir });
    await inboard.listSessions({ sessionStore: store, dir });
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  },

  async 'a store of either works for the other'() {
    const store = new newest.InMemorySessionStore();
    const { id, ask, cwd, env } = await session({ sessionStore: store });
    assert.deepEqual(
      (await newest.listSessions({ sessionStore: store, dir: cwd })).map(({ sessionId, summary }) => ({ sessionId, summary })),
      [{ sessionId: id, summary: 'first question' }],
    );
    assert.deepEqual(
      typesOf(await newest.getSessionMessages(id, { sessionStore: store, dir: cwd })),
      typesOf(await inboard.getSessionMessages(id, { env })),
    );
    const elsewhere = { ...env, CLAUDE_CONFIG_DIR: join(cwd, 'elsewhere') };
    const { seen } = await ask('go on', { continue: true, env: elsewhere });
    assert.equal(seen[0].session_id, id);
    const own = new inboard.InMemorySessionStore();
    await newest.importSessionToStore(id, own, { dir: cwd });
    assert.deepEqual(
      (await inboard.listSessions({ sessionStore: own, dir: cwd })).map(({ summary }) => summary),
      ['first question'],
    );
  },
};
