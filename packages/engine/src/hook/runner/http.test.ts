import { expect, test } from 'vitest';
import { urlMatches } from './http.js';

test.each([
  ['https://hooks.example.com/*', 'https://hooks.example.com/check?x=1', true],
  ['https://hooks.example.com/*', 'http://hooks.example.com/check', false],
  ['https://hooks.example.com/*', 'https://hooks.example.com:8443/check', false],
  ['https://*.example.com/*', 'https://a.example.com/x', true],
  ['https://*.example.com/*', 'https://evil.test/.example.com/', false],
  ['https://*.example.com/*', 'https://evil.test?.example.com/', false],
  ['https://hooks.example.com/*', 'https://hooks.example.com@evil.test/', false],
  ['https://hooks.example.com/*', 'https://user:word@hooks.example.com/', false],
  ['https://hooks.example.com', 'https://hooks.example.com', true],
  ['https://hooks.example.com', 'https://hooks.example.com/x', false],
  ['http://127.0.0.1:*/*', 'http://127.0.0.1:8080/hook', true],
  ['https://hooks.example.com/a/*', 'https://hooks.example.com/a/../b', false],
  ['https://hooks.example.com/a.b', 'https://hooks.example.com/aXb', false],
  ['*', 'https://hooks.example.com/', false],
  ['https://*', 'not an address', false],
])('%s for %s: %s', (pattern, address, fits) => {
  expect(urlMatches(pattern, address)).toBe(fits);
});
