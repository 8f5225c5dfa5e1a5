import { describe, expect, it } from 'vitest';
import { connectionFailure, failureOf, streamFailure } from './failure.js';
import { NoAnswerError } from './http.js';
import { ProxyError } from './proxy.js';
import { SilenceError } from './silence.js';

const now = new Date('2026-01-01T00:00:00Z');
const refused = (status: number, body: unknown = {}, headers = {}) =>
  failureOf({ status, body: typeof body === 'string' ? body : JSON.stringify(body), headers, now, host: 'api.test' });
const error = (type: string, message: string) => ({ type: 'error', error: { type, message } });

describe('failureOf', () => {
  it.each([
    [400, 'invalid_request', 0],
    [401, 'authentication_failed', 0],
    [402, 'billing_error', 0],
    [403, 'authentication_failed', 0],
    [404, 'model_not_found', 0],
    [407, 'invalid_request', 0],
    [408, 'unknown', undefined],
    [413, 'invalid_request', 0],
    [418, 'unknown', 0],
    [429, 'rate_limit', undefined],
    [500, 'server_error', undefined],
    [502, 'server_error', undefined],
    [503, 'server_error', undefined],
    [504, 'server_error', undefined],
    [529, 'overloaded', undefined],
  ])('%i is %s', (status, category, retries) => {
    expect(refused(status, error('x_error', 'the words'))).toMatchObject({ category, status, ...(retries !== undefined && { retries }) });
    expect(refused(status).retries).toBe(retries);
  });

  it('tells what the API said and what to do', () => {
    expect(refused(401, error('authentication_error', 'invalid x-api-key')).message).toBe(
      'API error 401 (authentication_error): invalid x-api-key. Check ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) and ANTHROPIC_BASE_URL.',
    );
    expect(refused(400, error('invalid_request_error', 'Your credit balance is too low'))).toMatchObject({ category: 'billing_error' });
    expect(refused(400, error('invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'))).toMatchObject({
      tooLong: true,
    });
    expect(refused(502, '<html>Bad gateway</html>').message).toContain('<html>Bad gateway</html>');
    expect(refused(500, '').message).toContain('no message');
    expect(refused(500, { error: 'plain words' }).message).toContain('plain words');
    expect(refused(307, '', { location: 'https://elsewhere.test' })).toMatchObject({
      retries: 0,
      message: expect.stringContaining('https://elsewhere.test'),
    });
  });

  it.each([
    [{ 'retry-after-ms': '12' }, 12],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after-ms': 'NaN', 'retry-after': '1' }, 1000],
    [{ 'retry-after-ms': '' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('reads %j as a wait of %s ms', (headers, expected) => {
    expect(refused(429, '', headers).retryAfterMs).toBe(expected);
  });

  it("takes the server's word on trying again", () => {
    expect(refused(529, '', { 'x-should-retry': 'false' }).retries).toBe(0);
    expect(refused(400, '', { 'x-should-retry': 'true' }).retries).toBeUndefined();
  });
});

describe('streamFailure', () => {
  it.each([
    ['overloaded_error', 'overloaded', undefined],
    ['rate_limit_error', 'rate_limit', undefined],
    ['api_error', 'server_error', undefined],
    ['invalid_request_error', 'invalid_request', 0],
    ['authentication_error', 'authentication_failed', 0],
    ['something_new', 'server_error', undefined],
  ])('%s is %s', (type, category, retries) => {
    const failure = streamFailure({ type, message: 'words' });
    expect(failure).toMatchObject({ category, message: expect.stringContaining(`${type}): words`) });
    expect(failure.retries).toBe(retries);
  });

  it.each([undefined, null, 7, 'words', [], {}])('reads %j too', (said) => {
    expect(streamFailure(said).category).toBe('server_error');
  });
});

describe('connectionFailure', () => {
  const coded = (code: string, message = 'words') => Object.assign(new Error(message), { code });

  it('tells every kind in its own words', () => {
    const errors = [
      coded('ECONNREFUSED'),
      coded('ENOTFOUND'),
      coded('DEPTH_ZERO_SELF_SIGNED_CERT'),
      new ProxyError(407),
      new NoAnswerError(400),
      new SilenceError(150),
      coded('ERR_INVALID_CHAR'),
      coded('ECONNRESET'),
    ];
    const messages = errors.map((each) => connectionFailure(each, 'api.test').message);
    expect(new Set(messages).size).toBe(errors.length);
    for (const message of messages.filter((each) => !each.startsWith('A header'))) expect(message).toContain('api.test');
  });

  it('does not repeat what cannot change', () => {
    const repeated = ['CERT_HAS_EXPIRED', 'EPROTO', 'EPROXY', 'ERR_INVALID_CHAR'].map(
      (code) => connectionFailure(coded(code), 'x').retries,
    );
    expect(repeated).toEqual([0, 0, 0, 0]);
    expect(connectionFailure('a string', 'x').message).toBe('The connection to x broke: a string.');
  });
});
