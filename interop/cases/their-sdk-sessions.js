// The published SDK drives our engine: stored sessions and the session interface.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { reply, text } from '../../packages/testing/dist/index.js';
import { kinds, ourEngine, place, published, readRest, texts } from '../place.js';

const three = () => [reply(text('one')), reply(text('two')), reply(text('three'))];

export const cases = {
  async resume() {
    const here = await place(three());
    const first = await readRest(here.theirSdk('a'));
    const { seen } = await readRest(here.theirSdk('b', { resume: first.seen[0].session_id }));
    assert.equal(seen[0].session_id, first.seen[0].session_id);
    assert.equal(here.conversation[1].messages.length, 3);
  },

  async continue() {
    const here = await place(three());
    const first = await readRest(here.theirSdk('a'));
    const { seen } = await readRest(here.theirSdk('b', { continue: true }));
    assert.equal(seen[0].session_id, first.seen[0].session_id);
  },

  async fork() {
    const here = await place(three());
    const first = await readRest(here.theirSdk('a'));
    const { seen } = await readRest(here.theirSdk('b', { resume: first.seen[0].session_id, forkSession: true }));
    assert.notEqual(seen[0].session_id, first.seen[0].session_id);
    assert.equal(here.conversation[1].messages.length, 3);
  },

  async 'resume at a message'() {
    const here = await place(three());
    const first = await readRest(here.theirSdk('a'));
    const resume = first.seen[0].session_id;
    await readRest(here.theirSdk('b', { resume }));
    await readRest(here.theirSdk('c', { resume, resumeSessionAt: first.seen.find(({ type }) => type === 'assistant').uuid }));
    assert.equal(here.conversation[2].messages.length, 3);
  },

  async 'an unknown session is an error result'() {
    const here = await place(three());
    const resume = randomUUID();
    const { seen } = await readRest(here.theirSdk('a', { resume }));
    assert.deepEqual(kinds(seen), ['result/error_during_execution']);
    assert.match(seen[0].errors[0], new RegExp(resume));
  },

  async 'a session id of its own, not kept'() {
    const here = await place(three());
    const sessionId = randomUUID();
    const { seen } = await readRest(here.theirSdk('a', { sessionId, persistSession: false }));
    assert.equal(seen[0].session_id, sessionId);
    assert.deepEqual(kinds((await readRest(here.theirSdk('b', { resume: sessionId }))).seen), ['result/error_during_execution']);
  },

  async 'the session interface sends, streams and resumes'() {
    const here = await place(three());
    const options = { model: 'claude-haiku-4-5', pathToClaudeCodeExecutable: ourEngine, env: here.env };
    const session = published.unstable_v2_createSession(options);
    const ask = async (each, words) => {
      await each.send(words);
      const seen = [];
      for await (const message of each.stream()) seen.push(message);
      return texts(seen);
    };
    assert.deepEqual(await ask(session, 'a'), ['one']);
    assert.deepEqual(await ask(session, 'b'), ['two']);
    const { sessionId } = session;
    session.close();
    const resumed = published.unstable_v2_resumeSession(sessionId, options);
    assert.deepEqual(await ask(resumed, 'c'), ['three']);
    resumed.close();
    assert.equal(here.conversation[2].messages.length, 5);
  },

  async 'one prompt gives one result'() {
    const here = await place(three());
    const result = await published.unstable_v2_prompt('a', {
      model: 'claude-haiku-4-5',
      pathToClaudeCodeExecutable: ourEngine,
      env: here.env,
    });
    assert.equal(result.result, 'one');
  },
};
