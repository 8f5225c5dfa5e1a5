import { text as readText } from 'node:stream/consumers';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Environment } from '../../port/environment.js';
import type { HandlerEnd, HookHandler } from '../handler.js';
import { readAnswer } from './answer.js';

export interface HttpHook {
  url: string;
  headers?: Record<string, string>;
  /** Variables that headers of this hook may hold. */
  allowedEnvVars?: readonly string[];
}

export interface HttpHookOptions {
  env: Environment;
  /** Lists of addresses that may be called (`*` stands for anything, but never for a part of another host); each list must have it. */
  allowedUrls: readonly (readonly string[])[];
  /** Lists of variables that may be sent besides the hook's own one; each list must have it. */
  allowedVariables: readonly (readonly string[])[];
}

/** Posts the event as JSON. Only a 2xx answer decides; redirects are not followed. */
export function runHttpHook(hook: HttpHook, options: HttpHookOptions): HookHandler['run'] {
  return async (call): Promise<HandlerEnd> => {
    if (!options.allowedUrls.every((list) => list.some((pattern) => urlMatches(pattern, hook.url)))) {
      return { kind: 'failed', reason: `${hook.url} is not among allowedHttpHookUrls.` };
    }
    try {
      const { status, body } = await post(hook, headersFor(hook, options), JSON.stringify(call.input), call.signal);
      if (status < 200 || status > 299) return { kind: 'failed', reason: `${hook.url} answered ${status}.`, stdout: body };
      const answer = readAnswer(call.event, body);
      return 'output' in answer
        ? { kind: 'ran', output: answer.output, stdout: body }
        : { kind: 'failed', reason: answer.problem, stdout: body };
    } catch (error) {
      return { kind: 'failed', reason: `${hook.url} could not be reached (${(error as Error).message}).` };
    }
  };
}

/** Whether an address fits a pattern such as `https://*.example.com/hooks/*`. */
export function urlMatches(pattern: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  const [, scheme = '', host = '', path = ''] = /^([^:]*:\/\/)([^/]*)(.*)$/s.exec(pattern) ?? [];
  const matches = (part: string, star: string, text: string) =>
    new RegExp(`^${part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', star)}$`, 's').test(text);
  return (
    scheme !== '' &&
    matches(scheme, '[a-z]*', `${url.protocol}//`) &&
    matches(host, '[^/]*', url.host) &&
    matches(path || '/', '.*', `${url.pathname}${url.search}`)
  );
}

/** Replaces `$NAME` in header values by variables that were allowed by name; others become empty. */
function headersFor(hook: HttpHook, options: HttpHookOptions): Record<string, string> {
  const own = new Set(hook.allowedEnvVars ?? []);
  const allowed = (name: string) => own.has(name) && options.allowedVariables.every((list) => list.includes(name));
  const fill = (value: string) =>
    value.replaceAll(/\$\{?([A-Za-z_]\w*)\}?/g, (_, name: string) => (allowed(name) ? (options.env[name] ?? '') : ''));
  return Object.fromEntries(Object.entries(hook.headers ?? {}).map(([name, value]) => [name, fill(value)]));
}

const maxBody = 1_000_000;

function post(
  hook: HttpHook,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const url = new URL(hook.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`only http and https addresses can be called`);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      signal,
      agent: false,
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBody) response.destroy(new Error(`the answer has more than ${maxBody} bytes`));
      });
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
    });
    request.end(body);
  });
}
