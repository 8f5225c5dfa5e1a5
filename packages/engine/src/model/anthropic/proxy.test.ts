import { describe, expect, it } from 'vitest';
import { proxyFor, proxyHeaders } from './proxy.js';

const through = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

describe('proxyFor', () => {
  it('goes by the scheme of the target', () => {
    const env = { HTTP_PROXY: 'http://one:1', HTTPS_PROXY: 'two:2' };
    expect(through('http://a.test', env)).toBe('http://one:1/');
    expect(through('https://a.test', env)).toBe('http://two:2/');
    expect(through('https://a.test', { HTTP_PROXY: 'http://one:1' })).toBeUndefined();
    expect(through('https://a.test', { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://big:1' })).toBe('http://small:1/');
    expect(through('https://a.test', { HTTPS_PROXY: '' })).toBeUndefined();
  });

  it.each([
    ['http://a.test', '*', true],
    ['http://a.test', 'a.test', true],
    ['http://A.test', 'a.TEST', true],
    ['http://b.a.test', 'a.test', true],
    ['http://b.a.test', '.a.test', true],
    ['http://b.a.test', '*.a.test', true],
    ['http://ba.test', 'a.test', false],
    ['http://a.test:81', 'a.test:81', true],
    ['http://a.test:82', 'a.test:81', false],
    ['https://a.test', 'a.test:443', true],
    ['http://a.test', 'a.test:80', true],
    ['http://127.0.0.1:8080', 'localhost 127.0.0.1', true],
    ['http://[::1]:8080', '::1', true],
    ['http://[::1]:8080', '[::1]:8080', true],
    ['http://[::1]:8080', '[::1]:9', false],
    ['http://a.test', ' , ,b.test', false],
    ['http://a.test', '', false],
  ])('%s with NO_PROXY "%s": direct %s', (url, list, direct) => {
    expect(through(url, { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://p:1', NO_PROXY: list }) === undefined).toBe(direct);
  });

  it('refuses what is no HTTP proxy', () => {
    expect(() => through('http://a.test', { HTTP_PROXY: 'socks5://p:1' })).toThrow('HTTP_PROXY is not the address of an HTTP proxy');
    expect(() => through('http://a.test', { HTTP_PROXY: 'http://' })).toThrow('HTTP_PROXY');
  });

  it('shows a name and password', () => {
    expect(proxyHeaders(new URL('http://me:s%40t@p:1'))).toEqual({
      'proxy-authorization': `Basic ${Buffer.from('me:s@t').toString('base64')}`,
    });
    expect(proxyHeaders(new URL('http://p:1'))).toEqual({});
  });
});
