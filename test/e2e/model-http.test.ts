import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  redirect,
  reply,
  reset,
  resetAfterHeaders,
  resultsOf,
  retryAfter,
  ScriptedModel,
  ScriptedProxy,
  status,
  text,
  textsOf,
  toolUse,
} from '@inboard/testing';
import { expect, onTestFinished } from 'vitest';
import { scriptedModel, temporaryFolder, verifies, type Agent } from '../harness.js';
import { expectFailure, retriesIn } from './model-failure.js';

const hello = reply(text('hello'));

verifies('model:retry', async ({ open }) => {
  const agent = await open();
  const cases = [
    { step: status(429, 'slow down', { headers: retryAfter({ ms: 7 }) }), code: 429, delay: (ms: number) => ms === 7 },
    { step: status(429, 'slow down', { headers: retryAfter({ seconds: 0 }) }), code: 429, delay: (ms: number) => ms === 0 },
    { step: status(429, 'slow down', { headers: retryAfter({ seconds: 0.25 }) }), code: 429, delay: (ms: number) => ms === 250 },
    {
      step: () => status(503, 'down', { headers: retryAfter({ date: new Date(Date.now() + 2000) }) }),
      code: 503,
      delay: (ms: number) => ms > 3 && ms <= 2000,
    },
    ...[408, 500, 502, 503, 504, 529].map((code) => ({ step: status(code), code, delay: (ms: number) => ms <= 3 })),
    { step: reset, code: null, delay: (ms: number) => ms <= 3 },
    { step: resetAfterHeaders, code: null, delay: (ms: number) => ms <= 3 },
  ];
  for (const { step, code, delay } of cases) {
    agent.model.says(step, hello);
    const messages = await agent.ask('hi');
    const [retry, ...others] = retriesIn(messages);
    expect(others).toEqual([]);
    expect(retry).toMatchObject({ attempt: 1, error_status: code, max_retries: expect.any(Number), error: expect.any(String) });
    expect(retry!.retry_delay_ms).toSatisfy(delay);
    expect(textsOf(messages)).toEqual(['hello']);
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: 'hello' }]);
    expect(resultsOf(messages)[0]!.duration_ms).toBeGreaterThanOrEqual(Number(retry!.retry_delay_ms) - 5);
  }
  // A server may ask for patience, not for the day.
  agent.model.says(status(429, 'tomorrow', { headers: retryAfter({ seconds: 86_400 }) }));
  for await (const message of agent.query('hi')) {
    if (message.type !== 'system' || message.subtype !== 'api_retry') continue;
    expect(message).toMatchObject({ retry_delay_ms: 60_000 });
    break;
  }
});

verifies('model:retry-limit', async ({ open }) => {
  const agent = await open();
  agent.model.always(status(500, 'still broken'));
  const env = { ...agent.options.env, CLAUDE_CODE_MAX_RETRIES: '3' };
  const messages = await agent.ask('hi', { env });
  expect(retriesIn(messages).map((retry) => retry.attempt)).toEqual([1, 2, 3]);
  expect(expectFailure(messages, 'server_error')).toContain('still broken');
  expect(agent.model.requests).toHaveLength(4);
});

verifies('model:no-retry', async ({ open }) => {
  const agent = await open();
  const cases = [
    { code: 400, category: 'invalid_request', advice: '' },
    { code: 401, category: 'authentication_failed', advice: 'ANTHROPIC_API_KEY' },
    { code: 402, category: 'billing_error', advice: 'balance' },
    { code: 403, category: 'authentication_failed', advice: 'ANTHROPIC_API_KEY' },
    { code: 404, category: 'model_not_found', advice: 'model name' },
    { code: 413, category: 'invalid_request', advice: 'does not fit' },
  ];
  for (const { code, category, advice } of cases) {
    agent.model.says(status(code, `no: ${code} it is`));
    const messages = await agent.ask('hi');
    expect(retriesIn(messages)).toEqual([]);
    const said = expectFailure(messages, category);
    expect(said).toContain(`no: ${code} it is`);
    expect(said).toContain(advice);
  }
  agent.model.says(status(529, 'the server knows better', { headers: { 'x-should-retry': 'false' } }));
  expectFailure(await agent.ask('hi'), 'overloaded');
  expect(agent.model.requests).toHaveLength(cases.length + 1);
});

verifies('model:connection', async ({ open }) => {
  const agent = await open();
  const failing = async (env: Record<string, string>, category = 'server_error') =>
    expectFailure(await agent.ask('hi', { env: { ...agent.options.env, ...env } }), category);
  const { model: secure } = await secureModel();
  const proxy = await scriptedProxy({ credentials: 'me:secret' });

  const refused = await failing({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' });
  expect(refused).toContain('Connection refused by 127.0.0.1:9');
  const unknown = await failing({ ANTHROPIC_BASE_URL: 'http://nowhere.invalid' });
  expect(unknown).toContain('nowhere.invalid could not be resolved');
  const untrusted = await failing({ ANTHROPIC_BASE_URL: secure.url });
  expect(untrusted).toMatch(/No secure connection to 127\.0\.0\.1:\d+ \(TLS: .*NODE_EXTRA_CA_CERTS/);
  const plain = await failing({ HTTP_PROXY: proxy.url() }, 'invalid_request');
  expect(plain).toMatch(/through the proxy: it wants credentials \(407\)/);
  const tunnelled = await failing({ ANTHROPIC_BASE_URL: secure.url, HTTPS_PROXY: proxy.url() }, 'invalid_request');
  expect(tunnelled).toMatch(/through the proxy: it wants credentials \(407\)/);
  const noProxy = await failing({ HTTP_PROXY: 'http://127.0.0.1:9' }, 'invalid_request');
  expect(noProxy).toMatch(/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/);
  const badHeader = await failing({ ANTHROPIC_CUSTOM_HEADERS: 'x-one: \u0001' }, 'invalid_request');
  expect(badHeader).toContain('ANTHROPIC_CUSTOM_HEADERS');
  const noAddress = await failing({ ANTHROPIC_BASE_URL: 'api.example.com' }, 'invalid_request');
  expect(noAddress).toContain('ANTHROPIC_BASE_URL is not an address: "api.example.com"');
  expect(agent.model.requests).toEqual([]);
});

verifies('model:redirect', async ({ open }) => {
  const agent = await open();
  const elsewhere = await scriptedModel();
  for (const code of [301, 302, 307, 308] as const) {
    agent.model.says(redirect(`${elsewhere.url}/v1/messages`, code));
    expect(expectFailure(await agent.ask('hi'), 'invalid_request')).toContain(`redirects to ${elsewhere.url}`);
  }
  expect(elsewhere.requests).toEqual([]);
});

verifies('model:flapping', async ({ open }) => {
  const agent = await open();
  const first = await ScriptedModel.start([reset, status(502), reset], reset);
  const { port } = first;
  const running = agent.query('hi', { env: { ...agent.options.env, ANTHROPIC_BASE_URL: first.url, INBOARD_RETRY_BASE_MS: '30' } });
  const results: string[] = [];
  let second: ScriptedModel | undefined;
  for await (const message of running) {
    if (message.type === 'system' && message.subtype === 'api_retry' && !second) {
      await first.close();
      second = await ScriptedModel.start([reset], hello, { port });
    }
    if (message.type === 'result') results.push(message.subtype);
  }
  await second?.close();
  expect(results).toEqual(['success']);
});

verifies('model:proxy', async ({ open }) => {
  const agent = await open();
  const proxy = await scriptedProxy({ credentials: 'me:s3cr@t' });
  const address = proxy.url('me:s3cr%40t');
  const { model: secure, cert } = await secureModel();
  const ask = async (env: Record<string, string>) => textsOf(await agent.ask('hi', { env: { ...agent.options.env, ...env } }));

  agent.model.says(hello);
  expect(await ask({ HTTP_PROXY: address })).toEqual(['hello']);
  expect(proxy.seen.splice(0)).toEqual([`POST ${agent.model.url}/v1/messages`]);
  expect(agent.model.requests[0]!.headers).not.toHaveProperty('proxy-authorization');

  secure.says(reply(text('hello by TLS')));
  expect(await ask({ ANTHROPIC_BASE_URL: secure.url, https_proxy: address, NODE_EXTRA_CA_CERTS: cert })).toEqual(['hello by TLS']);
  expect(proxy.seen.splice(0)).toEqual([`CONNECT 127.0.0.1:${secure.port}`]);

  agent.model.says(hello);
  expect(await ask({ HTTP_PROXY: address, NO_PROXY: 'example.com, 127.0.0.1' })).toEqual(['hello']);
  expect(proxy.seen).toEqual([]);
});

verifies('model:headers', async ({ open }) => {
  const agent = await open();
  const sentBy = async (env: Record<string, string>, betas: string[] = []) => {
    agent.model.says(hello);
    await agent.ask('hi', { env: { ...agent.options.env, ...env }, ...(betas.length > 0 && { betas: betas }) });
    return agent.model.requests.at(-1)!.headers;
  };
  const usual = await sentBy({});
  expect(usual).toMatchObject({ 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' });
  expect(usual).not.toHaveProperty('anthropic-beta');
  const token = await sentBy({ ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: ' token-1\n' });
  expect(token).toMatchObject({ authorization: 'Bearer token-1' });
  expect(token).not.toHaveProperty('x-api-key');
  const custom = await sentBy({ ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue\nX-Trace: a:b', ANTHROPIC_BETAS: 'one-2025, two-2025' }, [
    'context-1m-2025-08-07',
    'two-2025',
  ]);
  expect(custom).toMatchObject({ 'x-team': 'blue', 'x-trace': 'a:b', 'anthropic-beta': 'context-1m-2025-08-07,two-2025,one-2025' });
});

verifies('model:connection-reuse', async ({ open }) => {
  const agent = await open();
  await askForFiles(agent, 5);
  expect(agent.model.requests).toHaveLength(6);
  expect(agent.model.connections).toBe(1);
});

async function askForFiles(agent: Agent, times: number): Promise<void> {
  for (let each = 0; each < times; each += 1) agent.model.says(reply(toolUse('Glob', { pattern: '*' })));
  agent.model.says(hello);
  await agent.ask('list');
}

async function scriptedProxy(options: { credentials: string }): Promise<ScriptedProxy> {
  const proxy = await ScriptedProxy.start(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A server with a certificate that nobody trusts unless told to. */
async function secureModel(): Promise<{ model: ScriptedModel; cert: string }> {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1'],
    { stdio: 'ignore' },
  );
  const model = await ScriptedModel.start([], undefined, { tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } });
  onTestFinished(() => model.close());
  return { model, cert };
}
