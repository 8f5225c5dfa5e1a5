import { AnswerWatch } from './answer-watch.js';
import { guardedFetch } from './guarded-fetch.js';
import { limitBody } from './limit-body.js';
import type { ResumedCalls } from './resumed-calls.js';
import { slowDown } from './slow-down.js';

/** Fetches from the address of a server: answers have an end, listening has a pace, and nobody waits for a stream that is gone. */
export function createStreamFetch(resumed: ResumedCalls): (at: URL, init: RequestInit) => Promise<Response> {
  const mayListen = slowDown();
  return async (at, init) => {
    const asked = askedIn(init.body);
    if (asked !== undefined) return limitBody(await guardedFetch(at, init), new AnswerWatch(asked, (id) => resumed.wait(id)));
    if (init.method === 'GET' || init.method === undefined) await mayListen(init.signal);
    if (!new Headers(init.headers).has('last-event-id')) return limitBody(await guardedFetch(at, init));
    return takeUp(at, init, resumed);
  };
}

async function takeUp(at: URL, init: RequestInit, resumed: ResumedCalls): Promise<Response> {
  try {
    const response = await guardedFetch(at, init);
    resumed.tried({ worked: response.ok });
    return limitBody(response);
  } catch (error) {
    resumed.tried({ worked: false });
    throw error;
  }
}

/** The request that a body asks, if it is one. */
function askedIn(body: unknown): string | number | undefined {
  if (typeof body !== 'string') return undefined;
  const { id, method } = JSON.parse(body) as { id?: string | number; method?: string }; // written by the library
  return method === undefined ? undefined : id;
}
