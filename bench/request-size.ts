// The size of the first request of a session, in bytes: system prompt, every default tool, one short prompt.
import { reply, ScriptedModel, text } from '@inboard/testing';
import { query } from 'inboard';

const model = await ScriptedModel.start([], reply(text('ok')));
const options = { env: { PATH: process.env.PATH, ...model.env }, persistSession: false, settingSources: [] };
for await (const message of query({ prompt: 'hi', options: { ...options, systemPrompt: { type: 'preset', preset: 'claude_code' } } })) {
  if (message.type === 'result' && message.subtype !== 'success') throw new Error(message.errors.join('\n'));
}
const { raw, body } = model.requests[0]!;
process.stdout.write(JSON.stringify({ bytes: Buffer.byteLength(raw), tools: (body.tools as unknown[]).length }));
await model.close();
