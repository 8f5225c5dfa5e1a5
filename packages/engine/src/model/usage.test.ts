import { describe, expect, it } from 'vitest';
import { mergeUsage } from './usage.js';

describe('mergeUsage', () => {
  it('takes what is said later, and keeps what is not said again', () => {
    expect(mergeUsage({ input_tokens: 5, output_tokens: 1 }, { output_tokens: 9, input_tokens: null })).toEqual({
      input_tokens: 5,
      output_tokens: 9,
    });
  });

  it.each([undefined, null, 7, 'x'])('ignores %j', (later) => {
    expect(mergeUsage({ input_tokens: 5 }, later)).toEqual({ input_tokens: 5 });
  });
});
