// Asks one question. Everything runs in this process, without a key and without a network.
import assert from 'node:assert/strict';
// #region hello
import { query } from 'inboard';

const options = {
  model: 'offline', // leave it out to use the model behind ANTHROPIC_API_KEY
  tools: ['Read', 'Glob', 'Grep'], // the tools that exist
  allowedTools: ['Read'], // calls that run without asking: this restricts nothing, `tools` does
};
let answer = '';
for await (const message of query({ prompt: 'read package.json and tell me the license', options })) {
  if (message.type === 'result' && message.subtype === 'success') answer = message.result;
}
console.log(answer); // The license is "Apache-2.0".
// #endregion

assert.equal(answer, 'The license is "Apache-2.0".');
