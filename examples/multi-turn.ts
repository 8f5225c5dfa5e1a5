// Several turns in one conversation, and the same conversation again later.
import assert from 'node:assert/strict';
import { query, unstable_v2_createSession } from 'inboard';

// #region multi-turn
const session = unstable_v2_createSession({ model: 'offline' });
const answers: string[] = [];
for (const prompt of ['read package.json and tell me the name', 'read package.json and tell me the license']) {
  await session.send(prompt);
  for await (const message of session.stream()) {
    if (message.type === 'result' && message.subtype === 'success') answers.push(message.result);
  }
}
const id = session.sessionId;
session.close();

const later = query({ prompt: 'count the lines of LICENSE', options: { model: 'offline', resume: id } });
// #endregion

for await (const message of later) {
  if (message.type === 'system' && message.subtype === 'init') assert.equal(message.session_id, id, 'the session goes on');
  if (message.type === 'result' && message.subtype === 'success') answers.push(message.result);
}
console.log(answers);
assert.equal(answers[0], 'The name is "inboard-workspace".');
assert.equal(answers[1], 'The license is "Apache-2.0".');
assert.equal(answers[2], 'LICENSE has 201 lines.');
