import { setTimeout as sleep } from 'node:timers/promises';
import { text as readText } from 'node:stream/consumers';
import { envNumber, type Environment } from '../../port/environment.js';
import type { Port } from '../../port/port.js';
import type { Model, ModelRequest, ReplyEnd, ReplySink } from '../model.js';
import { refusedParameter, requestBody, without } from './body.js';
import { credentials, requestHeaders, type Credentials } from './credentials.js';
import { connectionFailure, failureOf, type FailedTry } from './failure.js';
import type { HttpResponse } from './http.js';
import { readEvents } from './sse.js';

export interface AnthropicOptions {
  env: Environment;
  port: Port;
}

/** How one try went. */
type TryEnd = { ok: true; requestId: string | null } | { ok: false; failure: FailedTry; received: boolean };

/** The Messages API over HTTP with server-sent events. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const { env, port } = options;
  const key = credentials(env);
  const url = messagesUrl(env);
  const limits = {
    retries: Math.min(envNumber(env, 'CLAUDE_CODE_MAX_RETRIES', 10), 15),
    baseMs: envNumber(env, 'INBOARD_RETRY_BASE_MS', 500),
    idleMs: envNumber(env, 'CLAUDE_STREAM_IDLE_TIMEOUT_MS', 300_000),
    answerMs: envNumber(env, 'API_TIMEOUT_MS', 600_000),
  };
  return { keySource: key.source, stream: (request, sink, signal) => stream({ request, sink, signal, env, port, key, url, limits }) };
}

interface Run {
  request: ModelRequest;
  sink: ReplySink;
  signal: AbortSignal;
  env: Environment;
  port: Port;
  key: Credentials;
  url: URL;
  limits: { retries: number; baseMs: number; idleMs: number; answerMs: number };
}

async function stream(run: Run): Promise<ReplyEnd> {
  let body = requestBody(run.request);
  let cuts = 0;
  for (let attempt = 1; ; attempt += 1) {
    const end = await tryOnce(run, body);
    if (end.ok) return end;
    const { failure, received } = end;
    if (run.signal.aborted) return { ok: false, failure };
    const refused = failure.status === 400 && !failure.tooLong ? refusedParameter(body, failure.message) : undefined;
    if (refused !== undefined) {
      body = without(body, refused);
      run.sink.notice(`The model refused the parameter "${refused}"; it was asked again without it.`);
      continue;
    }
    if (received) cuts += 1;
    // A reply that broke after it had begun is asked for once more, no matter how many tries are left.
    const allowed = received ? 1 : retriesFor(run, failure);
    if ((received ? cuts : attempt) > allowed) return { ok: false, failure };
    const delayMs = delayFor(run, failure, attempt);
    await run.sink.retry({ attempt, maxRetries: allowed, delayMs, status: failure.status, reason: failure.message });
    await sleep(delayMs, undefined, { signal: run.signal }).catch(() => undefined); // an abort is seen at the next try
    if (run.signal.aborted) return { ok: false, failure };
  }
}

function retriesFor(run: Run, failure: FailedTry): number {
  const limit = Math.min(failure.retries ?? run.limits.retries, run.limits.retries);
  return failure.category === 'overloaded' ? Math.min(limit, run.request.overloadRetries ?? limit) : limit;
}

const longestWaitMs = 60_000;

function delayFor(run: Run, failure: FailedTry, attempt: number): number {
  if (failure.retryAfterMs !== undefined) return Math.min(failure.retryAfterMs, longestWaitMs);
  const backOff = Math.min(run.limits.baseMs * 2 ** (attempt - 1), run.limits.baseMs * 16);
  return Math.round(backOff * (0.75 + 0.5 * run.port.random()));
}

async function tryOnce(run: Run, body: Record<string, unknown>): Promise<TryEnd> {
  let received = false;
  let response: HttpResponse | undefined;
  try {
    // Loaded with the first request: the network is not needed for the first message.
    const { post } = await import('./http.js');
    response = await post({
      url: run.url,
      headers: requestHeaders(run.key, run.env, run.request.betas),
      body: JSON.stringify(body),
      env: run.env,
      signal: run.signal,
      timeoutMs: run.limits.answerMs,
    });
    if (response.status !== 200) return { ok: false, received, failure: failureOf(response.status, await readText(response.body), response.headers, run.port.now()) };
    const end = await readEvents(response.body, {
      idleMs: run.limits.idleMs,
      onEvent: (event) => {
        received ||= event.type === 'content_block_delta' || event.type === 'content_block_stop';
        return run.sink.event(event);
      },
    });
    if (end.kind === 'complete') return { ok: true, requestId: requestIdOf(response) };
    const failure = end.kind === 'cut' ? connectionFailure(new Error('the reply ended before it was complete'), run.url.host) : end.failure;
    return { ok: false, received, failure };
  } catch (error) {
    return { ok: false, received, failure: connectionFailure(error, run.url.host) };
  } finally {
    finish(response);
  }
}

/** Lets a well-ended answer free its connection for the next request; drops one that stays open. */
function finish(response: HttpResponse | undefined): void {
  if (!response || response.body.destroyed) return response?.destroy();
  const timer = setTimeout(() => response.destroy(), 100);
  timer.unref();
  response.body.on('error', () => undefined); // whatever happens after the end no longer matters
  response.body.once('close', () => clearTimeout(timer));
  response.body.resume();
}

function requestIdOf(response: HttpResponse): string | null {
  const id = response.headers['request-id'];
  return typeof id === 'string' ? id : null;
}

function messagesUrl(env: Environment): URL {
  const base = env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com';
  return new URL(`${base.replace(/\/+$/, '')}/v1/messages`);
}
