import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCatalog } from './catalog.js';
import { costOf, noTokens, type TokenCounts } from './price.js';
import { countTokens, isSaneUsage } from './usage.js';

const million = 1_000_000;

describe('costOf', () => {
  it('prices every class of tokens', () => {
    const each = (tokens: Partial<TokenCounts>) => costOf('claude-opus-4-8', { ...noTokens, ...tokens });
    expect(each({ input: million })).toBe(5);
    expect(each({ output: million })).toBe(25);
    expect(each({ cacheRead: million })).toBe(0.5);
    expect(each({ cacheWrite5m: million })).toBe(6.25);
    expect(each({ cacheWrite1h: million })).toBe(10);
    expect(each({ webSearches: 1000 })).toBe(10);
    expect(each({ input: million, output: million, webSearches: 1 })).toBeCloseTo(30.01, 10);
  });

  it('prices a long prompt by its whole length, cache included', () => {
    const cost = (tokens: Partial<TokenCounts>) => costOf('claude-haiku-5-5', { ...noTokens, ...tokens });
    expect(cost({ input: 100_000, output: million })).toBeCloseTo(0.01 + 0.5, 10);
    expect(cost({ input: 100_001, output: million })).toBeCloseTo(0.0500005 + 2.5, 10);
    expect(cost({ input: 1, cacheRead: 100_000 })).toBeCloseTo(0.0000005 + 0.005, 10);
  });

  it('knows nothing of a model without a price', () => {
    expect(costOf('mine', { ...noTokens, input: 5 })).toBeUndefined();
    expect(costOf('offline', { ...noTokens, input: million, output: million })).toBe(0);
  });

  it('is a number from 0 up, whatever a server reports', () => {
    const value = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined), fc.object());
    const names = [
      'input_tokens',
      'output_tokens',
      'cache_read_input_tokens',
      'cache_creation_input_tokens',
      'cache_creation',
      'server_tool_use',
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...names), value),
        fc.constantFrom(...Object.keys(defaultCatalog.models)),
        (usage, model) => {
          const tokens = countTokens(usage);
          for (const count of Object.values(tokens)) expect(Number.isFinite(count) && count >= 0).toBe(true);
          expect(costOf(model, tokens)).toSatisfy((cost: number) => Number.isFinite(cost) && cost >= 0);
        },
      ),
    );
  });
});

describe('countTokens', () => {
  it('tells the two kinds of cache writes apart', () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 10,
      cache_creation: { ephemeral_1h_input_tokens: 4, ephemeral_5m_input_tokens: 6 },
      server_tool_use: { web_search_requests: 5 },
    };
    expect(countTokens(usage)).toEqual({ input: 1, output: 2, cacheRead: 3, cacheWrite5m: 6, cacheWrite1h: 4, webSearches: 5 });
    expect(countTokens({ cache_creation_input_tokens: 10 })).toEqual({ ...noTokens, cacheWrite5m: 10 });
  });
});

describe('isSaneUsage', () => {
  it.each([
    [{ input_tokens: 1, output_tokens: 0 }, true],
    [{ input_tokens: 1, output_tokens: 0, cache_read_input_tokens: null }, true],
    [{ input_tokens: 1 }, false],
    [{}, false],
    [{ input_tokens: '1', output_tokens: 1 }, false],
    [{ input_tokens: 1, output_tokens: -1 }, false],
    [{ input_tokens: 1, output_tokens: 1, cache_read_input_tokens: -1 }, false],
    [{ input_tokens: Number.NaN, output_tokens: 1 }, false],
  ])('%j: %s', (usage, sane) => {
    expect(isSaneUsage(usage)).toBe(sane);
  });
});
