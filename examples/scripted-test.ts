// Tests an agent without a model: a server on this machine plays it, by a script.
import assert from 'node:assert/strict';
import { reply, ScriptedModel, status, text, textsOf, toolResultsOf, toolUse } from '@inboard/testing';
import { query, type SDKMessage } from 'inboard';

// #region scripted-test
const model = await ScriptedModel.start([
  reply(toolUse('Read', { file_path: 'package.json', limit: 2 })),
  status(529, 'too busy'), // the engine tries again
  reply(text('It is called inboard-workspace.')),
]);

const messages: SDKMessage[] = [];
const options = { env: { ...process.env, ...model.env, INBOARD_RETRY_BASE_MS: '1' }, persistSession: false };
for await (const message of query({ prompt: 'what is this project called?', options })) messages.push(message);
await model.close();

assert.deepEqual(textsOf(messages), ['It is called inboard-workspace.']);
assert.match(String(toolResultsOf(messages)[0]?.content), /inboard-workspace/);
assert.equal(model.requests.length, 3);
// #endregion
console.log('as scripted');
