import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolContext } from '../../../../../test/tool-context.js';
import { StructuredOutput } from './structured-output.js';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['name'],
  additionalProperties: false,
};
const give = (output: StructuredOutput, input: Record<string, unknown>) => output.tool.run(input, toolContext());

it.each([
  ['as it is', { name: 'x' }],
  ['in a wrapper', { output: { name: 'x' } }],
  ['in another wrapper', { parameters: { name: 'x' } }],
  ['as text in a wrapper', { output: '{"name":"x"}' }],
  ['as text of text', { output: JSON.stringify(JSON.stringify({ name: 'x' })) }],
  ['in a code fence', { output: '```json\n{"name":"x"}\n```' }],
  ['in a fence in a wrapper in a wrapper', { input: { output: '```\n{"answer":"{\\"name\\":\\"x\\"}"}\n```' } }],
  ['in two wrappers', { input: { output: { name: 'x' } } }],
])('takes an answer %s', async (_, input) => {
  const output = new StructuredOutput(person);
  expect(await give(output, input)).toEqual({
    content: 'The answer fits the schema and was taken.',
    result: 'The answer fits the schema and was taken.',
  });
  expect(output.answer).toEqual({ value: { name: 'x' } });
});

it('takes a list that was sent as text', async () => {
  const output = new StructuredOutput(person);
  await give(output, { name: 'x', tags: '["a","b"]' });
  expect(output.answer).toEqual({ value: { name: 'x', tags: ['a', 'b'] } });
});

it('keeps a wrapper that belongs to the answer', async () => {
  const output = new StructuredOutput({ type: 'object', properties: { output: { type: 'object' } }, required: ['output'] });
  await give(output, { output: { name: 'x' } });
  expect(output.answer).toEqual({ value: { output: { name: 'x' } } });
});

it('drops a wrapper that a loose schema would let pass', async () => {
  const output = new StructuredOutput({ type: 'object', properties: { name: { type: 'string' } } });
  await give(output, { output: { name: 'x' } });
  expect(output.answer).toEqual({ value: { name: 'x' } });
});

it('takes null and lists when the schema asks for them', async () => {
  const output = new StructuredOutput({ type: ['array', 'null'] });
  await give(output, { output: [1] });
  expect(output.answer).toEqual({ value: [1] });
  output.beginTurn();
  await give(output, { output: null });
  expect(output.answer).toEqual({ value: null });
});

it('says what is wrong, and where', async () => {
  const output = new StructuredOutput(person);
  const outcome = await give(output, { name: 1, tags: ['a', 2], more: true });
  expect(outcome.isError).toBe(true);
  expect(outcome.content).toBe(
    [
      'The answer does not fit the schema:',
      '- name: Instance type "number" is invalid. Expected "string".',
      '- tags/1: Instance type "number" is invalid. Expected "string".',
      '- the answer: Property "more" does not match additional properties schema.',
      'Call StructuredOutput again with a corrected answer.',
    ].join('\n'),
  );
});

it('counts failed tries, of calls and of texts', async () => {
  const output = new StructuredOutput(person, 2);
  await give(output, {});
  expect(output.exhausted).toBeUndefined();
  await output.takeText('I am done.');
  expect(output.exhausted).toEqual({ tries: 2, problems: ['the model ended without an answer in JSON'] });
  output.beginTurn();
  expect(output.exhausted).toBeUndefined();
});

it.each([
  '{"name":"x"}',
  'Here:\n```json\n{"name":"x"}\n```\nDone.',
  'The answer is {"name":"x"}, I think.',
  '```\n{"name":"old"}\n```\n```json\n{"name":"x"}\n```',
])('finds the answer in the text %j', async (text) => {
  const output = new StructuredOutput(person);
  await output.takeText(text);
  expect(output.answer).toEqual({ value: { name: 'x' } });
});

it('does not let a text replace an answer', async () => {
  const output = new StructuredOutput(person);
  await give(output, { name: 'x' });
  await output.takeText('{"name":"y"}');
  expect(output.answer).toEqual({ value: { name: 'x' } });
});

it('survives a schema that refers to itself for ever', async () => {
  const output = new StructuredOutput({ $ref: '#' });
  expect(await give(output, { output: 1 })).toMatchObject({ isError: true, content: expect.stringContaining('cannot be checked') });
});

it('survives whatever a model sends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), async (input, text) => {
      const output = new StructuredOutput(person);
      await give(output, input);
      await output.takeText(text);
      expect(output.answer === undefined || typeof (output.answer.value as { name: unknown }).name === 'string').toBe(true);
    }),
  );
});
