import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { check, defineControl, defineHook, defineMessage, defineTool } from './define.js';
import { lazy } from './lazy.js';

describe('check', () => {
  const schema = lazy(() => z.object({ a: z.number(), b: z.object({ c: z.string() }).optional() }));

  it('hands back the very same object, unknown fields included', () => {
    const value = { a: 1, more: { deep: true } };
    expect(check(schema, value, 'it')).toBe(value);
  });

  it('says what is wrong and where', () => {
    expect(() => check(schema, { a: 'x', b: {} }, 'it')).toThrow(
      expect.objectContaining({
        code: 'invalid_message',
        message: expect.stringMatching(/^it: a: .*number.*; b\.c: .*string/) as string,
      }) as Error,
    );
    expect(() => check(schema, null, 'it')).toThrow(/^it: .*object/);
  });

  it('of several shapes, speaks of the closest one', () => {
    const either = lazy(() =>
      z.union([
        z.object({ kind: z.literal('a'), x: z.string() }),
        z.union([z.object({ kind: z.literal('b'), y: z.string() }), z.string()]),
      ]),
    );
    expect(() => check(either, { kind: 'b' }, 'it')).toThrow(/^it: y: /);
    expect(() => check(either, 7, 'it')).toThrow(/^it: Invalid input$/);
  });
});

describe('a definition', () => {
  it('builds its schemas on first use, once', () => {
    let built = 0;
    const build = () => {
      built += 1;
      return z.object({});
    };
    const thunks = [
      defineMessage({ type: 'x', fields: build }).fields,
      defineControl({ subtype: 'x', from: ['host'], params: build, result: () => z.object({}) }).params,
      defineHook({ event: 'X', input: build, output: () => z.object({}) }).input,
      defineTool({ name: 'X', input: build, output: () => z.object({}) }).input,
    ];
    expect(built).toBe(0);
    for (const thunk of thunks) expect(thunk()).toBe(thunk());
    expect(built).toBe(4);
  });

  it('fills in what was left out', () => {
    expect(defineMessage({ type: 'x', fields: () => z.object({}) })).toMatchObject({ subtypes: [], from: 'engine' });
    expect(defineHook({ event: 'X', input: () => z.object({}), output: () => z.object({}) })).toMatchObject({ matchOn: null, gate: false });
    expect(defineTool({ name: 'X', input: () => z.object({}), output: () => z.object({}) })).toMatchObject({ aliases: [] });
  });
});
