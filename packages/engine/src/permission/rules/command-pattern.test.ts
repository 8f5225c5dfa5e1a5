import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandPattern } from './command-pattern.js';

describe('commandPattern', () => {
  it.each([
    ['npm run build', 'npm run build', true],
    ['npm run build', 'npm run build x', false],
    ['npm run:*', 'npm run', true],
    ['npm run:*', 'npm run build', true],
    ['npm run:*', 'npm runx', false],
    ['npm run *', 'npm run', true],
    ['ls*', 'lsof', true],
    ['* --version', 'node --version', true],
    ['* --version', 'node --versions', false],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git main', false],
    ['git:* push', 'git push', false],
    ['a*a', 'a', false],
    ['echo \\*', 'echo *', true],
    ['echo \\*', 'echo x', false],
    ['git  status', 'git status', true],
  ])('%s on %s: %s', (content, text, expected) => {
    expect(commandPattern(content).matches(text)).toBe(expected);
  });

  it('matches at an offset exactly what it matches in the rest of the text', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', '*', 'ab'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(words, words, fc.nat(10), (content, text, offset) => {
        const at = Math.min(offset, text.length);
        const pattern = commandPattern(content);
        expect(pattern.on(text)(at)).toBe(pattern.matches(text.slice(at)));
      }),
    );
  });
});
