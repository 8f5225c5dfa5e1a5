// A conversation that goes on: resumed, forked, rewound and listed.
// The embedded offline model answers, so it runs without a key.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteSession, forkSession, getSessionMessages, listSessions, query, renameSession, type Options } from 'inboard';

const home = await mkdtemp(join(tmpdir(), 'inboard-example-'));
const env = { PATH: process.env.PATH, CLAUDE_CONFIG_DIR: home };

/** Asks one question and returns the id of the session. */
async function ask(prompt: string, options: Options = {}): Promise<string> {
  let id = '';
  for await (const message of query({ prompt, options: { env, settingSources: [], ...options } })) {
    if (message.type === 'result') id = message.session_id;
  }
  return id;
}

const id = await ask('Remember the number 42.');
assert.equal(await ask('Which number was it?', { resume: id }), id, 'the same session goes on');

const branch = await ask('And if it were 43?', { resume: id, forkSession: true });
assert.notEqual(branch, id, 'a fork has an id of its own');

// Helpers read and change what is stored without starting an engine.
await renameSession(id, 'About a number', { env });
const sessions = await listSessions({ env });
assert.deepEqual(sessions.map(({ summary }) => summary).toSorted(), ['About a number', 'Remember the number 42.']);

const messages = await getSessionMessages(id, { env });
assert.deepEqual(
  messages.map(({ type }) => type),
  ['user', 'assistant', 'user', 'assistant'],
);

const copy = await forkSession(id, { env, upToMessageId: messages[1]!.uuid, title: 'From the first answer' });
assert.equal((await getSessionMessages(copy.sessionId, { env })).length, 2);

for (const { sessionId } of await listSessions({ env })) await deleteSession(sessionId, { env });
assert.deepEqual(await listSessions({ env }), []);

await rm(home, { recursive: true });
console.log(`${sessions.length} sessions listed, read, forked and removed`);
