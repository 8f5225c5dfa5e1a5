import { expect, test } from 'vitest';
import { outputLimit, timeLimit } from './limits.js';

test.each([
  [undefined, {}, 120_000],
  [0, {}, 120_000],
  [5000, {}, 5000],
  [9_999_999, {}, 600_000],
  [undefined, { BASH_DEFAULT_TIMEOUT_MS: '900000' }, 900_000],
  [undefined, { BASH_DEFAULT_TIMEOUT_MS: '9999999999' }, 2_147_483_647],
  [800_000, { BASH_MAX_TIMEOUT_MS: '700000' }, 700_000],
  [undefined, { BASH_DEFAULT_TIMEOUT_MS: 'soon', BASH_MAX_TIMEOUT_MS: '-1' }, 120_000],
])('a limit of %j with %j is %d', (asked, env, expected) => {
  expect(timeLimit(asked, env)).toBe(expected);
});

test.each([
  [{}, 30_000],
  [{ BASH_MAX_OUTPUT_LENGTH: '1000' }, 1000],
  [{ BASH_MAX_OUTPUT_LENGTH: '1000000' }, 150_000],
])('%j shows %d characters', (env, expected) => {
  expect(outputLimit(env)).toBe(expected);
});
