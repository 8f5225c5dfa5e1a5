import fc from 'fast-check';
import { isIP } from 'node:net';
import { expect, it } from 'vitest';
import { isPublicAddress } from './address.js';
import { RefusedAddress } from './refused.js';
import { hostOf, parseTarget } from './target.js';

const strict = { allowPrivate: false };
const lax = { allowPrivate: true };

it.each([
  ['http://example.com', 'https://example.com/'],
  ['HTTP://Example.COM:80/a?b#c', 'https://example.com/a?b'],
  ['https://example.com./x', 'https://example.com/x'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
  ['http://8.8.8.8/', 'https://8.8.8.8/'],
])('%s is fetched as %s', (text, expected) => {
  expect(parseTarget(text, strict).href).toBe(expected);
});

it.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:1',
  'example.com',
  'https:example.com',
  'https:/example.com',
  '//example.com',
  '',
  'https://user@example.com/',
  'https://user:word@example.com/',
  'https://@example.com/',
  'https://good.example@127.0.0.1/',
  'https://good.example\\@evil.example/',
  'https://exa mple.com/',
  'https://example.com/\n',
  '\thttps://example.com/',
  'https://evil.example\0.google.com/',
  'https://evil.example%00.google.com/',
  'https://ex%61mple.com/',
  'https://under_score.example.com/',
  'https://-a.example/',
  'https://a-.example/',
  `https://${'a'.repeat(64)}.example/`,
  'https://a..example/',
  'https://example.com../',
  'https://*.example/',
  "https://a'b.example/",
  'https://example.com:22/',
  'https://example.com:25/',
])('%j is refused', (text) => {
  expect(() => parseTarget(text, strict)).toThrow(RefusedAddress);
});

const privates = [
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST:3000/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://intranet/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[fd00:ec2::254]/',
  'http://[0:0:0:0:0:0:0:1]:8080/',
  'http://１２７.0.0.1/',
];

it.each(privates)('%s is of the own network', (text) => {
  expect(() => parseTarget(text, strict)).toThrow(/INBOARD_FETCH_PRIVATE/);
  expect(parseTarget(text, lax).protocol).toBe('http:');
});

it('never lets an address through that is not public', () => {
  const host = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.ipV4Extended(),
    fc.domain(),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.constantFrom('http', 'https'), host, fc.webPath(), (scheme, name, path) => {
      let url: URL;
      try {
        url = parseTarget(`${scheme}://${name}${path}`, strict);
      } catch (error) {
        expect(error).toBeInstanceOf(RefusedAddress);
        return;
      }
      expect(url.protocol).toBe('https:');
      expect(url.username + url.password).toBe('');
      expect(isIP(hostOf(url)) === 0 ? /^[a-z0-9.-]+$/.test(hostOf(url)) : isPublicAddress(hostOf(url))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
