// Shows a reply while it is being written.
import assert from 'node:assert/strict';
import { query } from 'inboard';

// #region streaming
let shown = '';
let whole = '';
for await (const message of query({ prompt: 'help', options: { model: 'offline', includePartialMessages: true } })) {
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta' && message.event.delta.type === 'text_delta') {
    process.stdout.write(message.event.delta.text);
    shown += message.event.delta.text;
  }
  if (message.type === 'result' && message.subtype === 'success') whole = message.result;
}
// #endregion

assert.notEqual(whole, '');
assert.equal(shown, whole, 'the pieces are the whole');
console.log();
