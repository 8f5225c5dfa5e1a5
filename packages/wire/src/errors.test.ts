import { describe, expect, it } from 'vitest';
import { AbortError, AgentError, errorText } from './errors.js';

describe('AgentError', () => {
  it('is known by its brand, also when it comes from another copy of this package', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('inboard.AgentError')]: true });
    expect(
      [new AgentError('aborted', 'x'), new AbortError(), foreign, new Error('x'), null, 'x', undefined].map((each) => AgentError.is(each)),
    ).toEqual([true, true, true, false, false, false, false]);
  });

  it('carries a code, the facts and the cause', () => {
    const cause = new Error('why');
    expect(new AgentError('invalid_option', 'what', { data: { option: 'x' }, cause })).toMatchObject({
      name: 'AgentError',
      code: 'invalid_option',
      message: 'what',
      data: { option: 'x' },
      cause,
    });
    expect(new AbortError()).toMatchObject({ name: 'AbortError', code: 'aborted', data: {} });
    expect('cause' in new AgentError('aborted', 'x')).toBe(false);
  });
});

it.each([
  [new Error('text'), 'text'],
  [new TypeError(), 'TypeError'],
  ['text', 'text'],
  [{ a: 1 }, '{"a":1}'],
  [undefined, 'undefined'],
  [7, '7'],
])('the text of %o', (thrown, text) => {
  expect(errorText(thrown)).toBe(text);
});
