// Asks for an answer in the shape of a JSON schema and uses it as data.
// Without an API key a scripted model on this machine answers, first wrongly, then rightly.
import assert from 'node:assert/strict';
import { reply, ScriptedModel, text, toolUse } from '@inboard/testing';
import { query } from 'inboard';

const schema = {
  type: 'object',
  properties: {
    language: { type: 'string', enum: ['TypeScript', 'Rust', 'other'] },
    reasons: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
  required: ['language', 'reasons'],
  additionalProperties: false,
};

const model = process.env.ANTHROPIC_API_KEY ? undefined : await ScriptedModel.start();
model?.says(
  reply(toolUse('StructuredOutput', { language: 'TypeScript', reasons: [] })),
  reply(toolUse('StructuredOutput', { language: 'TypeScript', reasons: ['There is a tsconfig.json.'] })),
  reply(text('It is written in TypeScript.')),
);

const run = query({
  prompt: 'Which language is this project written in?',
  options: {
    outputFormat: { type: 'json_schema', schema },
    persistSession: false,
    ...(model && { env: { PATH: process.env.PATH, ...model.env } }),
  },
});

for await (const message of run) {
  if (message.type !== 'result') continue;
  assert.equal(message.subtype, 'success');
  const { language, reasons } = message.structured_output as { language: string; reasons: string[] }; // what the schema says
  assert.ok(reasons.length > 0);
  console.log(`${language}: ${reasons.join(' ')}`);
}
await model?.close();
