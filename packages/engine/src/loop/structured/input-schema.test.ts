import { expect, it } from 'vitest';
import { inputSchemaFor } from './input-schema.js';

it('leaves an object schema as it is, but for the name of its dialect', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } };
  expect(inputSchemaFor({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema })).toEqual(schema);
});

it.each([
  { type: 'array', items: { type: 'string' } },
  { anyOf: [{ type: 'object' }] },
  { type: 'object', oneOf: [{}] },
  { type: 'string' },
])('wraps %j', (schema) => {
  expect(inputSchemaFor(schema)).toEqual({
    type: 'object',
    properties: { output: schema },
    required: ['output'],
    additionalProperties: false,
  });
});

it('moves references along with what they point to', () => {
  const schema = { $ref: '#/definitions/Node', definitions: { Node: { type: 'object', properties: { next: { $ref: '#' } } } } };
  expect(inputSchemaFor(schema)).toMatchObject({
    properties: {
      output: {
        $ref: '#/properties/output/definitions/Node',
        definitions: { Node: { properties: { next: { $ref: '#/properties/output' } } } },
      },
    },
  });
});
