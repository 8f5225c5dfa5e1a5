import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInputSchema } from './input-schema.js';

describe('toInputSchema', () => {
  it('takes an object schema as it is, less the dialect', () => {
    const schema = { $schema: 'x', type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(toInputSchema(schema)).toEqual({ schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } });
    expect(toInputSchema({})).toEqual({ schema: { type: 'object' } });
  });

  it('takes schemas that contain themselves the way trees do', () => {
    const tree = {
      type: 'object',
      properties: { left: { $ref: '#' }, right: { $ref: '#/$defs/leaf' } },
      $defs: { leaf: { type: 'null' } },
    };
    expect(toInputSchema(tree)).toEqual({ schema: tree });
  });

  it.each([undefined, null, 'text', 7, [], { type: 'array' }, { type: ['object'] }])('refuses %j', (given) => {
    expect(toInputSchema(given)).toEqual({ problem: 'its input schema is not an object' });
  });

  it('refuses references to nothing and to themselves', () => {
    const at = (reference: string, defs = {}) => toInputSchema({ type: 'object', properties: { a: { $ref: reference } }, $defs: defs });
    expect(at('#/$defs/none')).toEqual({ problem: 'its input schema refers to something that is not there (#/$defs/none)' });
    expect(at('#/__proto__')).toMatchObject({ problem: expect.stringContaining('not there') });
    expect(at('other.json')).toMatchObject({ problem: expect.stringContaining('not there') });
    expect(at('#/$defs/a', { a: { $ref: '#/$defs/a' } })).toMatchObject({ problem: expect.stringContaining('leads back to itself') });
  });

  it('takes values that look like references for values', () => {
    const schema = { type: 'object', properties: { a: { enum: [{ $ref: 'nowhere' }], default: { $ref: 'nowhere' } } } };
    expect(toInputSchema(schema)).toEqual({ schema });
  });

  it('merges alternatives at the root', () => {
    const one = { properties: { a: { type: 'string' }, b: {} }, required: ['a', 'b'] };
    const two = { properties: { a: { type: 'string' }, c: {} }, required: ['a'] };
    const properties = { a: { type: 'string' }, b: {}, c: {} };
    expect(toInputSchema({ anyOf: [one, two] })).toEqual({ schema: { type: 'object', properties, required: ['a'] } });
    expect(toInputSchema({ type: 'object', oneOf: [one, two] })).toEqual({ schema: { type: 'object', properties, required: ['a'] } });
    expect(toInputSchema({ type: 'object', allOf: [one, two] })).toEqual({ schema: { type: 'object', properties, required: ['a', 'b'] } });
  });

  it('refuses what is nested without end', () => {
    let schema: object = { type: 'object' };
    for (let depth = 0; depth < 100; depth += 1) schema = { type: 'object', properties: { a: schema } };
    expect(toInputSchema(schema)).toMatchObject({ problem: expect.stringContaining('nested deeper') });
  });

  it('never throws, and an accepted schema is an object without alternatives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const result = toInputSchema(given);
        if ('schema' in result) expect(result.schema).toMatchObject({ type: 'object' });
        if ('schema' in result) expect(Object.keys(result.schema)).not.toEqual(expect.arrayContaining(['anyOf']));
      }),
    );
  });
});
