import { describe, expect, it } from 'vitest';
import { adjustmentFor } from './adjustment.js';

const body = {
  max_tokens: 32_000,
  thinking: { type: 'adaptive' },
  output_config: { effort: 'low' },
  cache_control: { type: 'ephemeral' },
  system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }],
};
const adjusted = (refusal: string, from: Record<string, unknown> = body) => adjustmentFor(from, refusal)?.apply(from);

describe('adjustmentFor', () => {
  it('leaves out the parameter that is complained about', () => {
    const { thinking: _, ...unthinking } = body;
    expect(adjusted('thinking: Extra inputs are not permitted')).toEqual(unthinking);
    const { output_config: __, ...effortless } = body;
    expect(adjusted('This model does not support the effort parameter.')).toEqual(effortless);
    const { cache_control: ___, ...uncached } = body;
    expect(adjusted('unknown field cache_control')).toEqual({ ...uncached, system: [{ type: 'text', text: 'x' }] });
  });

  it('lowers the limit to what the model allows', () => {
    expect(adjusted('max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for x')).toEqual({
      ...body,
      max_tokens: 8192,
    });
  });

  it('leaves the rest alone', () => {
    expect(adjusted('messages: at least one message is required')).toBeUndefined();
    expect(adjusted('thinking is bad', { max_tokens: 1 })).toBeUndefined();
    expect(adjusted('max_tokens: 32000 > 64000')).toBeUndefined();
  });
});
