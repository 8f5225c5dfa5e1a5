import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonSchema } from './json-schema.js';

it.each([
  [{ type: 'objekt' }, '#/type names "objekt"'],
  [{ type: ['string', 3] }, '#/type names 3'],
  [{ type: 'object', properties: [] }, '#/properties is not an object'],
  [{ type: 'object', properties: { a: 'string' } }, '#/properties/a is not a schema'],
  [{ type: 'object', required: 'a' }, '#/required is not a list of names'],
  [{ type: 'array', items: { enum: 'a' } }, '#/items/enum is not a list'],
  [{ anyOf: { type: 'string' } }, '#/anyOf is not a list'],
  [{ anyOf: [{ type: 'string' }, { type: 'no' }] }, '#/anyOf/1/type names "no"'],
  [{ type: 'string', pattern: '(' }, '# holds "(", which is no regular expression'],
  [{ patternProperties: { '[': {} } }, '# holds "[", which is no regular expression'],
  [{ properties: { a: { $ref: '#/$defs/gone' } } }, '#/properties/a/$ref leads nowhere ("#/$defs/gone")'],
  [{ $ref: 'https://elsewhere.example/schema' }, '#/$ref leads nowhere'],
  [{ $ref: 1 }, '#/$ref leads nowhere'],
  [{ $ref: '#/%' }, '#/$ref leads nowhere'],
])('%j is no schema', (schema, words) => {
  expect(jsonSchema().safeParse(schema).error?.issues).toMatchObject([
    { message: expect.stringContaining(`this is not a valid JSON schema: ${words}`) },
  ]);
});

it.each([
  [{}],
  [{ type: 'object', properties: { type: { type: 'string' }, required: { type: 'boolean' } }, additionalProperties: false }],
  [{ $ref: '#/definitions/A~1b', definitions: { 'A/b': { type: ['string', 'null'] } } }],
  [{ type: 'object', properties: { next: { $ref: '#' } } }],
  [{ type: 'array', items: [{ type: 'string' }, true] }],
  [{ $id: 'https://a.example/s', $ref: 'other' }],
])('%j is a schema', (schema) => {
  expect(jsonSchema().parse(schema)).toEqual(schema);
});

it('finds the end of a schema that holds itself', () => {
  const schema: Record<string, unknown> = { type: 'object' };
  schema.properties = { self: schema };
  expect(jsonSchema().safeParse(schema).error?.issues).toMatchObject([{ message: expect.stringContaining('nested too deeply') }]);
});

it('answers for any object', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'anyOf',
    '$ref',
    'required',
    'enum',
    'pattern',
    'patternProperties',
    'not',
    '$defs',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), fc.dictionary(keyword, tie('value')), fc.array(tie('value'))),
  }));
  fc.assert(
    fc.property(fc.dictionary(keyword, value), (schema) => {
      expect(jsonSchema().safeParse(schema).success).toBeTypeOf('boolean');
    }),
  );
});
