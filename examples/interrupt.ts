// Stops a turn in the middle; the conversation goes on.
import assert from 'node:assert/strict';
import { reply, ScriptedModel, text } from '@inboard/testing';
import { query, type SDKUserMessage } from 'inboard';

const words = Array.from({ length: 2000 }, (_, index) => `word ${index} `);
const model = await ScriptedModel.start([reply(text(...words), { delayMs: 5 }), reply(text('All right.'))]);

const user = (content: string): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id: '',
});
let stopped = (): void => undefined;
const afterStop = new Promise<void>((resolve) => (stopped = resolve));

async function* prompts(): AsyncGenerator<SDKUserMessage> {
  yield user('talk for a long time');
  await afterStop;
  yield user('never mind');
}

const results: string[] = [];
// #region interrupt
const agent = query({
  prompt: prompts(),
  options: { env: { ...process.env, ...model.env }, includePartialMessages: true, persistSession: false },
});
let asked = false;
for await (const message of agent) {
  if (message.type === 'stream_event' && !asked) {
    asked = true;
    await agent.interrupt();
  }
  if (message.type === 'result') {
    results.push(message.subtype);
    stopped();
  }
}
// #endregion

await model.close();
console.log(results);
assert.deepEqual(results, ['error_during_execution', 'success'], 'the first turn was stopped, the second ran');
