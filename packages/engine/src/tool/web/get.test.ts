import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { page, webServer } from '../../../../../test/web-server.js';
import { get, type GetRequest } from './get.js';
import { RefusedAddress } from './refused.js';

function request(url: string, more: Partial<GetRequest> = {}): GetRequest {
  return {
    url: new URL(url),
    headers: {},
    env: {},
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    maxBytes: 1000,
    allowPrivate: true,
    ...more,
  };
}

it('dials the address that was judged, resolved once, under the name that was asked for', async () => {
  const server = await webServer((_, response) => page(response, 'here'));
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
  };
  const answer = await get(request(`http://name.example:${server.port}/x`, { resolve }));
  expect({ status: answer.status, body: answer.body.toString() }).toEqual({ status: 200, body: 'here' });
  expect(asked).toEqual(['name.example']);
  expect(server.requests).toEqual([{ path: '/x', host: `name.example:${server.port}` }]);
});

it.each([
  ['only a private address', [{ address: '127.0.0.1', family: 4 }]],
  [
    'a private address among public ones',
    [
      { address: '8.8.8.8', family: 4 },
      { address: '::ffff:169.254.169.254', family: 6 },
    ],
  ],
  ['no address', []],
])('refuses a name with %s', async (_, addresses) => {
  const server = await webServer((_request, response) => page(response, 'secret'));
  const answer = get(request(`http://rebound.example:${server.port}/`, { allowPrivate: false, resolve: async () => addresses }));
  await expect(answer).rejects.toThrow(RefusedAddress);
  expect(server.requests).toEqual([]);
});

it('refuses a private name behind a proxy as well', async () => {
  const proxy = await webServer((_, response) => page(response, 'secret'));
  const answer = get(
    request('http://rebound.example/', {
      allowPrivate: false,
      env: { HTTP_PROXY: proxy.url },
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    }),
  );
  await expect(answer).rejects.toThrow(RefusedAddress);
  expect(proxy.requests).toEqual([]);
});

it('leaves a name that only the proxy knows to the proxy', async () => {
  const proxy = await webServer((_, response) => page(response, 'through the proxy'));
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  const answer = await get(request('http://far.example/x', { allowPrivate: false, env: { HTTP_PROXY: proxy.url }, resolve }));
  expect(answer.body.toString()).toBe('through the proxy');
  expect(proxy.requests).toEqual([{ path: 'http://far.example/x', host: 'far.example' }]);
});

it('counts the bytes that come out of a packed answer', async () => {
  const server = await webServer((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
  );
  await expect(get(request(server.url, { maxBytes: 1024 * 1024 }))).rejects.toThrow('larger than 1 MB');
});

it('unpacks an answer', async () => {
  const server = await webServer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')));
  expect((await get(request(server.url))).body.toString()).toBe('packed');
});

it('gives up on an answer that never ends', async () => {
  const server = await webServer((_, response) => response.writeHead(200).write('a'));
  await expect(get(request(server.url, { timeoutMs: 50 }))).rejects.toThrow('no whole answer within 0.05 s');
});

it('stops when it is told to', async () => {
  const controller = new AbortController();
  const server = await webServer(() => controller.abort(new Error('stopped by the user')));
  await expect(get(request(server.url, { signal: controller.signal }))).rejects.toThrow('stopped by the user');
});
