import type { Environment } from '../../port/environment.js';
import type { Port } from '../../port/port.js';
import type { ReplySink } from '../model.js';
import type { Body } from './body.js';
import { connectionFailure, failureOf, notAReply, type FailedTry } from './failure.js';
import { send, type HttpResponse } from './http.js';
import { readEvents, type StreamEnd } from './sse.js';
import { readWhole } from './whole-body.js';
import { eventsOfMessage } from './whole-message.js';

/** How one try went. `received`: some of the reply had come before it failed. */
export type TryEnd = { ok: true; requestId: string | null } | { ok: false; failure: FailedTry; received: boolean };

export interface Attempt {
  url: URL;
  headers: Record<string, string>;
  body: Body;
  env: Environment;
  port: Port;
  signal: AbortSignal;
  sink: ReplySink;
  /** Milliseconds until an answer begins, and without a sign of it going on. */
  limits: { answerMs: number; idleMs: number };
}

const largestReply = 128 * 1024 * 1024;
const errorLimits = { idleMs: 5000, maxBytes: 64 * 1024 };

/** Sends a request once and passes its reply on. Never rejects. */
export async function tryOnce(attempt: Attempt): Promise<TryEnd> {
  const { url, sink, limits } = attempt;
  let received = false;
  let response: HttpResponse | undefined;
  const onEvent: ReplySink['event'] = (event) => {
    received ||= event.type === 'content_block_delta' || event.type === 'content_block_stop';
    return sink.event(event);
  };
  try {
    response = await send({ ...attempt, method: 'POST', body: JSON.stringify(attempt.body), timeoutMs: limits.answerMs });
    if (response.status !== 200) return { ok: false, received, failure: await refusal(response, attempt) };
    const end = await readReply(response, { onEvent, idleMs: limits.idleMs });
    if (end.kind === 'complete') return { ok: true, requestId: requestIdOf(response) };
    return {
      ok: false,
      received,
      failure: end.kind === 'failed' ? end.failure : connectionFailure(new Error('the reply ended before it was complete'), url.host),
    };
  } catch (error) {
    return { ok: false, received, failure: connectionFailure(error, url.host) };
  } finally {
    finish(response);
  }
}

async function refusal(response: HttpResponse, attempt: Attempt): Promise<FailedTry> {
  const said = await readWhole(response.body, errorLimits).catch(() => ''); // the status alone says enough
  return failureOf({ status: response.status, body: said, headers: response.headers, now: attempt.port.now(), host: attempt.url.host });
}

async function readReply(response: HttpResponse, options: { onEvent: ReplySink['event']; idleMs: number }): Promise<StreamEnd> {
  const kind = response.headers['content-type'] ?? '';
  if (/\bhtml\b/i.test(kind)) return { kind: 'failed', failure: notAReply(await readWhole(response.body, errorLimits)) };
  if (!/\bjson\b/i.test(kind)) return readEvents(response.body, options);
  const whole = eventsOfMessage(await readWhole(response.body, { idleMs: options.idleMs, maxBytes: largestReply }));
  if ('failure' in whole) return { kind: 'failed', failure: whole.failure };
  for (const event of whole.events) await options.onEvent(event);
  return { kind: 'complete' };
}

/** Lets a well-ended answer free its connection for the next request; drops one that stays open. */
function finish(response: HttpResponse | undefined): void {
  if (!response || response.body.destroyed) return response?.destroy();
  response.unref();
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
