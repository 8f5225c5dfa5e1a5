import { describe, expect, it } from 'vitest';
import { defaultCatalog, learnLimits, modelFacts, resolveModel } from './catalog.js';

describe('resolveModel', () => {
  it.each([
    [undefined, {}, 'claude-sonnet-5-5'],
    ['', {}, 'claude-sonnet-5-5'],
    ['default', {}, 'claude-sonnet-5-5'],
    ['fable', {}, 'claude-fable-5-1'],
    ['opus', {}, 'claude-opus-5-5'],
    ['Opus', {}, 'claude-opus-5-5'],
    ['haiku', {}, 'claude-haiku-5-5'],
    ['sonnet[1m]', {}, 'claude-sonnet-5-5[1m]'],
    ['claude-opus-4-5-20251101', {}, 'claude-opus-4-5-20251101'],
    ['my/own:model', {}, 'my/own:model'],
    ['constructor', {}, 'constructor'],
    [undefined, { ANTHROPIC_MODEL: 'opus' }, 'claude-opus-5-5'],
    ['default', { ANTHROPIC_MODEL: 'mine' }, 'mine'],
    ['haiku', { ANTHROPIC_MODEL: 'opus' }, 'claude-haiku-5-5'],
    [undefined, { ANTHROPIC_MODEL: '' }, 'claude-sonnet-5-5'],
    ['opus', { ANTHROPIC_DEFAULT_OPUS_MODEL: 'mine' }, 'mine'],
    ['default', { ANTHROPIC_DEFAULT_SONNET_MODEL: 'mine' }, 'mine'],
    ['claude-sonnet-5-5', { ANTHROPIC_DEFAULT_SONNET_MODEL: 'mine' }, 'claude-sonnet-5-5'],
    ['opus', { ANTHROPIC_DEFAULT_OPUS_MODEL: '' }, 'claude-opus-5-5'],
  ])('%s with %j is %s', (name, env, id) => {
    expect(resolveModel(name, env)).toBe(id);
  });
});

describe('modelFacts', () => {
  it('knows dated ids and suffixes', () => {
    expect(modelFacts('claude-haiku-4-5-20251001')).toBe(modelFacts('claude-haiku-4-5'));
    expect(modelFacts('claude-sonnet-5-5[1m]')).toBe(modelFacts('claude-sonnet-5-5'));
  });

  it('makes nothing up about the others', () => {
    for (const id of ['mine', '', 'constructor', '__proto__', 'toString'])
      expect(modelFacts(id)).toEqual({ context: 200_000, maxOutput: 32_000, thinking: 'none' });
  });

  it('learns', () => {
    const catalog = structuredClone(defaultCatalog);
    learnLimits(catalog, 'mine', { context: 5 });
    expect(modelFacts('mine', catalog)).toEqual({ context: 5, maxOutput: 32_000, thinking: 'none' });
    expect(modelFacts('mine')).toEqual(defaultCatalog.unknown);
  });
});

describe('the data', () => {
  it('is complete: limits, a known kind of thinking, and prices in order', () => {
    for (const [id, facts] of Object.entries(defaultCatalog.models)) {
      expect(['always', 'adaptive', 'budget', 'none']).toContain(facts.thinking);
      expect(facts.maxOutput).toBeLessThanOrEqual(facts.context);
      for (const price of [facts.price, facts.longPrompt?.price]) {
        if (!price || id === 'offline') continue;
        expect(price.read).toBeLessThan(price.input);
        expect(price.input).toBeLessThan(price.write5m);
        expect(price.write5m).toBeLessThan(price.write1h);
        expect(price.input).toBeLessThan(price.output);
      }
    }
    for (const id of Object.values(defaultCatalog.aliases)) expect(defaultCatalog.models).toHaveProperty([id]);
  });
});
