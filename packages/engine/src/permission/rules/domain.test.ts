import { describe, expect, it } from 'vitest';
import { domainTest, isLocalHost, readAddress } from './domain.js';

describe('readAddress', () => {
  it('reads a plain address', () => {
    expect(readAddress('https://Example.com.:8443/a?b#c')).toEqual({ host: 'example.com' });
  });

  it.each([
    'ftp://a.test',
    'https://u:p@a.test/',
    'https://a.test\\x',
    ' https://a.test',
    'https:a.test',
    'https://a%2etest/',
    'http://0x7f.1/',
  ])('doubts %s', (url) => {
    expect(readAddress(url)).toEqual({ host: expect.any(String), problem: expect.any(String) });
  });

  it.each(['', 'a.test', 'data:,x', 5, null, `https://${'a'.repeat(9000)}.test`])('finds no host in %s', (url) => {
    expect(readAddress(url)).toBeUndefined();
  });
});

describe('domainTest', () => {
  it.each([
    ['a.test', 'a.test', true],
    ['A.test.', 'a.test', true],
    ['a.test', 'b.a.test', false],
    ['*.a.test', 'b.a.test', true],
    ['*.a.test', 'c.b.a.test', true],
    ['*.a.test', 'a.test', false],
    ['api-*.a.test', 'api-1.a.test', true],
    ['api-*.a.test', 'api-1.b.a.test', false],
    ['*', 'anything.test', true],
    ['müller.test', 'xn--mller-kva.test', true],
  ])('%s on %s: %s', (pattern, host, expected) => {
    expect(domainTest(pattern)(host)).toBe(expected);
  });
});

describe('isLocalHost', () => {
  it.each([
    'localhost',
    'box',
    'a.internal',
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:a9fe:a9fe]',
    '0.0.0.0',
  ])('%s is local', (host) => {
    expect(isLocalHost(host)).toBe(true);
  });

  it.each(['a.test', '8.8.8.8', '[2001:db8::1]', 'local.a.test'])('%s is not', (host) => {
    expect(isLocalHost(host)).toBe(false);
  });
});
