import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcpName } from './names.js';

describe('mcpName', () => {
  it('replaces what the API does not take', () => {
    expect(mcpName('my server', 'do.it/now')).toBe('mcp__my_server__do_it_now');
  });

  it('keeps long names apart', () => {
    const long = 'x'.repeat(200);
    expect(mcpName('s', `${long}a`)).not.toBe(mcpName('s', `${long}b`));
  });

  it('always gives a name the API takes, which is never that of a built-in tool', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (server, tool) => {
        expect(mcpName(server, tool)).toMatch(/^mcp__[a-zA-Z0-9_-]{2,123}$/);
      }),
    );
  });
});
