import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcpName, serverPrefix } from './names.js';

describe('mcpName', () => {
  it('replaces what the API does not take', () => {
    expect(mcpName('my server', 'do.it/now')).toBe('mcp__my_server__do_it_now');
  });

  it('never lets a rule for one server mean another', () => {
    expect(['a', 'a_', 'a__b', 'a___'].map((server) => mcpName(server, 't'))).toEqual([
      'mcp__a__t',
      'mcp__a-__t',
      'mcp__a_b__t',
      'mcp__a-__t',
    ]);
    const names = fc.stringMatching(/^[a-c_-]{1,6}$/);
    fc.assert(
      fc.property(names, names, fc.stringMatching(/^[a-c]{1,3}$/), (one, other, tool) => {
        fc.pre(serverPrefix(one) !== serverPrefix(other));
        expect(mcpName(one, tool).startsWith(serverPrefix(other))).toBe(false);
      }),
    );
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
