import { setTimeout as sleep } from 'node:timers/promises';
import { envNumber, type Environment } from '../../port/environment.js';
import type { Port } from '../../port/port.js';
import type { Model, ModelRequest, ReplyEnd, ReplySink } from '../model.js';
import { adjustmentFor, type Adjustment } from './adjustment.js';
import { requestBody, type Body } from './body.js';
import { credentials, keyOf, requestHeaders, type Credentials } from './credentials.js';
import type { FailedTry } from './failure.js';
import type { KeyRing } from './key-ring.js';
import type { TryEnd } from './try-once.js';

export interface AnthropicOptions {
  env: Environment;
  port: Port;
  /** Gives the keys, when they do not stand in the environment. */
  keys?: KeyRing;
}

/** What stays the same from request to request. */
interface Client extends AnthropicOptions {
  key: () => Promise<Credentials>;
  base: string;
  limits: { retries: number; baseMs: number; idleMs: number; answerMs: number };
  /** What each model has refused so far: asked once, remembered for the session. */
  learned: Map<string, Adjustment[]>;
}

/** The Messages API over HTTP with server-sent events. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const { env, keys } = options;
  const found = credentials(env);
  const key = async () => (keys ? keyOf(await keys.key(), keys.source) : found);
  const limits = {
    retries: Math.min(envNumber(env, 'CLAUDE_CODE_MAX_RETRIES', 10), 15),
    baseMs: envNumber(env, 'INBOARD_RETRY_BASE_MS', 500),
    idleMs: envNumber(env, 'CLAUDE_STREAM_IDLE_TIMEOUT_MS', 300_000),
    answerMs: envNumber(env, 'API_TIMEOUT_MS', 600_000),
  };
  const client: Client = { ...options, key, base: baseAddress(env), limits, learned: new Map() };
  return {
    keySource: keys?.source ?? found.source,
    stream: (request, sink, signal) => stream({ client, request, sink, signal }),
    limitsOf: async (model, signal) =>
      (await import('./model-limits.js')).fetchLimits({
        base: client.base,
        model,
        headers: requestHeaders(await key(), env, []),
        env,
        signal,
      }),
  };
}

interface Run {
  client: Client;
  request: ModelRequest;
  sink: ReplySink;
  signal: AbortSignal;
}

async function stream(run: Run): Promise<ReplyEnd> {
  const adjustments = [...(run.client.learned.get(run.request.model) ?? [])];
  let body = adjustments.reduce((adjusted, adjustment) => adjustment.apply(adjusted), requestBody(run.request));
  let failures = 0;
  let cuts = 0;
  let renewed = false;
  for (;;) {
    const end = await ask(run, body);
    // What was left out is remembered once it has helped.
    if (end.ok) run.client.learned.set(run.request.model, adjustments);
    if (end.ok || run.signal.aborted) return end;
    const adjustment = end.failure.status === 400 && !end.failure.tooLong ? adjustmentFor(body, end.failure.message) : undefined;
    if (adjustment) {
      body = adjustment.apply(body);
      adjustments.push(adjustment);
      run.sink.notice(adjustment.notice);
      continue;
    }
    if (end.failure.status === 401 && run.client.keys && !renewed) {
      renewed = true;
      run.client.keys.expire();
      continue;
    }
    failures += 1;
    if (end.received) cuts += 1;
    if (failures > retriesFor(run, end.failure) || cuts > 1) return end;
    await pauseBeforeRetry(run, end.failure, failures);
    if (run.signal.aborted) return end;
  }
}

async function ask(run: Run, body: Body): Promise<TryEnd> {
  // Loaded with the first request: the network is not needed for the first message.
  const { tryOnce } = await import('./try-once.js');
  const { client, request, sink, signal } = run;
  const { env, port, limits } = client;
  const key = await client.key().catch((error: Error) => error);
  if (key instanceof Error) return { ok: false, received: false, failure: noKey(key) };
  return tryOnce({
    url: new URL(`${client.base}/v1/messages`),
    headers: requestHeaders(key, env, request.betas),
    body,
    env,
    port,
    signal,
    sink,
    limits,
  });
}

function noKey({ message }: Error): FailedTry {
  return { category: 'authentication_failed', status: null, message, retries: 0 };
}

async function pauseBeforeRetry(run: Run, failure: FailedTry, attempt: number): Promise<void> {
  const delayMs = delayFor(run, failure, attempt);
  await run.sink.retry({ attempt, maxRetries: retriesFor(run, failure), delayMs, status: failure.status, reason: failure.message });
  await sleep(delayMs, undefined, { signal: run.signal }).catch(() => undefined); // the caller looks at the signal
}

function retriesFor(run: Run, failure: FailedTry): number {
  const { retries } = run.client.limits;
  const limit = Math.min(failure.retries ?? retries, retries);
  return failure.category === 'overloaded' ? Math.min(limit, run.request.overloadRetries ?? limit) : limit;
}

const longestWaitMs = 60_000;

function delayFor(run: Run, failure: FailedTry, attempt: number): number {
  if (failure.retryAfterMs !== undefined) return Math.min(failure.retryAfterMs, longestWaitMs);
  const { baseMs } = run.client.limits;
  const backOff = Math.min(baseMs * 2 ** (attempt - 1), baseMs * 16);
  return Math.round(backOff * (0.75 + 0.5 * run.client.port.random()));
}

function baseAddress(env: Environment): string {
  return (env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com').trim().replace(/\/+$/, '');
}

/** What is wrong with the address of the API, if something is. */
export function addressProblem(env: Environment): string | undefined {
  const base = baseAddress(env);
  const usable = URL.canParse(base) && /^https?:/i.test(base);
  return usable ? undefined : `ANTHROPIC_BASE_URL is not an address: "${base}". Write it like https://api.example.com.`;
}
