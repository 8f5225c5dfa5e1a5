import { expect, test } from 'vitest';
import { spawnError } from './spawn-error.js';

test.each([
  ['EAGAIN', 'too many processes'],
  ['EMFILE', 'too many open files'],
  ['ENOENT', 'does not exist'],
  ['EACCES', 'may not be executed'],
  ['E2BIG', 'too long'],
  ['EWHAT', 'spawn failed'],
])('%s is worded and typed', (code, words) => {
  const error = spawnError(Object.assign(new Error('spawn failed'), { code }), '/bin/bash', { cwd: '/work' });
  expect(error).toMatchObject({ code: 'spawn_failed', data: { errno: code, file: '/bin/bash' } });
  expect(error.message).toContain(words);
  expect(error.message).toContain('/bin/bash could not be started in /work');
});
