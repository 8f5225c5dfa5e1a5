import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonError } from './json-error.js';

it.each([
  ['{\n"model": }', 2, 'unexpected "}"'],
  ['{"a": 1,\n\n  // note\n}', 3, 'unexpected "/"'],
  ['{"a": [1, 2,]}', 1, 'unexpected "]"'],
  ['{"a": {"b": 1}', 1, 'it ends too early'],
  ['{"a": 1} x', 1, 'unexpected "x"'],
  ['', 1, 'it ends too early'],
  ["{'a': 1}", 1, 'unexpected "\'"'],
])('finds the place in %j', (text, line, reason) => {
  expect(jsonError(text)).toEqual({ line, reason });
});

it('finds the end of every text that is cut off', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      const part = text.slice(0, cut % text.length);
      return jsonError(part).line === 1;
    }),
  );
});
