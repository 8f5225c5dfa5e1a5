import type { AssistantError } from '@inboard/wire';
import type { ModelFailure } from '../model.js';
import { ProxyError } from './proxy.js';

/** A failed try: what it was, and whether another one makes sense. */
export interface FailedTry extends ModelFailure {
  /** How many more tries this kind of failure is worth; the caller's limit when absent. */
  retries?: number;
  /** Milliseconds the server asked us to wait. */
  retryAfterMs?: number;
}

const retriable = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

const categories: Record<number, AssistantError> = {
  400: 'invalid_request',
  401: 'authentication_failed',
  402: 'billing_error',
  403: 'authentication_failed',
  404: 'model_not_found',
  413: 'invalid_request',
  429: 'rate_limit',
  529: 'overloaded',
};

const advice: Partial<Record<AssistantError, string>> = {
  authentication_failed: 'Check ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) and ANTHROPIC_BASE_URL.',
  billing_error: 'Check the balance of the account behind the key.',
  rate_limit: 'Wait, lower the request rate, or use another key.',
  overloaded: 'Try later, or set a fallbackModel.',
  model_not_found: 'Check the model name and that the key may use it.',
};

/** An HTTP answer that is not a reply. */
export interface RefusedAnswer {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
  now: Date;
  host: string;
}

/** Reads an HTTP answer that is not a reply. */
export function failureOf({ status, body, headers, now, host }: RefusedAnswer): FailedTry {
  if (status === 407) return { ...connectionFailure(new ProxyError(status), host), status };
  if (status >= 300 && status < 400) {
    return {
      category: 'invalid_request',
      status,
      retries: 0,
      message: `API error ${status}: the server redirects to ${String(headers.location)}; the request was not sent there. Set ANTHROPIC_BASE_URL to the final address.`,
    };
  }
  const said = errorOf(body);
  const category = categoryOf(status, said);
  const tooLong = status === 413 || (status === 400 && /prompt is too long|context (window|length)|too many tokens/i.test(said.message));
  return {
    category,
    status,
    message: compose(
      `API error ${status}${said.type ? ` (${said.type})` : ''}: ${said.message}`,
      tooLong ? tooLongAdvice : advice[category],
    ),
    ...(tooLong && { tooLong }),
    ...(!isRetriable(status, headers['x-should-retry']) && { retries: 0 }),
    ...retryAfter(headers, now),
  };
}

/** The server's own word on it goes first. */
function isRetriable(status: number, said: string | string[] | undefined): boolean {
  return said === 'true' || (said !== 'false' && retriable.has(status));
}

const tooLongAdvice = 'The conversation does not fit: start a new session or send less.';

/** Reads an `error` event inside a stream that had begun well. */
export function streamFailure(error: unknown): FailedTry {
  const said = errorOf(JSON.stringify({ error }));
  const status =
    { overloaded_error: 529, rate_limit_error: 429, api_error: 500, authentication_error: 401, invalid_request_error: 400 }[said.type] ??
    null;
  const category = categoryOf(status ?? 500, said);
  return {
    category,
    status,
    message: compose(`API error (${said.type || 'error'}): ${said.message}`, advice[category]),
    ...(status !== null && !retriable.has(status) && { retries: 0 }),
  };
}

/** The server sent something that is no part of a reply. */
export function damagedFailure(what: string, data: string): FailedTry {
  const shown = data === '' ? '' : `: ${excerpt(data, 200)}`;
  return { category: 'server_error', status: null, retries: 2, message: `The server sent an event ${what}${shown}` };
}

/** A page for people came instead of a reply: a portal, a proxy, or the wrong address. */
export function notAReply(body: string): FailedTry {
  const message = `The server answered with a page, not with a reply: ${excerpt(body, 200)}. Check ANTHROPIC_BASE_URL and the network.`;
  return { category: 'server_error', status: 200, retries: 0, message };
}

function excerpt(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The connection failed; each kind is told in its own words. */
export function connectionFailure(error: unknown, host: string): FailedTry {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const kind = kinds.find(({ codes }) => codes.test(code)) ?? broken;
  return {
    category: kind.category ?? 'server_error',
    status: null,
    message: kind.tell(host, text),
    ...(kind.retries !== undefined && { retries: kind.retries }),
  };
}

interface ConnectionProblem {
  codes: RegExp;
  retries?: number;
  category?: AssistantError;
  tell: (host: string, text: string) => string;
}

const kinds: readonly ConnectionProblem[] = [
  {
    codes: /^ECONNREFUSED$/,
    retries: 3,
    tell: (host) => `Connection refused by ${host}: nothing listens there. Check ANTHROPIC_BASE_URL and that the server runs.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    retries: 2,
    tell: (host) => `The name ${host} could not be resolved (DNS). Check the network and ANTHROPIC_BASE_URL.`,
  },
  {
    codes: /^EPROXY$/,
    retries: 0,
    category: 'invalid_request',
    tell: (host, text) => `No way to ${host} through the proxy: ${text}. Check HTTP_PROXY, HTTPS_PROXY and the credentials in them.`,
  },
  {
    codes: /^ETIMEDOUT$/,
    retries: 2,
    tell: (host, text) => `No answer from ${host}: ${text}. Check the network, or raise API_TIMEOUT_MS.`,
  },
  {
    codes: /^ESILENCE$/,
    retries: 2,
    tell: (host, text) => `The reply of ${host} stopped: ${text}. Try again, or raise CLAUDE_STREAM_IDLE_TIMEOUT_MS.`,
  },
  {
    codes: /^ERR_INVALID_(CHAR|HTTP_TOKEN)$/,
    retries: 0,
    category: 'invalid_request',
    tell: (_, text) => `A header cannot be sent: ${text}. Check the key and ANTHROPIC_CUSTOM_HEADERS.`,
  },
  {
    codes: /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|^EPROTO$/,
    retries: 0,
    tell: (host, text) => `No secure connection to ${host} (TLS: ${text}). Check the address, or add the CA with NODE_EXTRA_CA_CERTS.`,
  },
];

const broken: ConnectionProblem = { codes: /^/, tell: (host, text) => `The connection to ${host} broke: ${text}.` };

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function categoryOf(status: number, said: { type: string; message: string }): AssistantError {
  if (/credit balance|billing/i.test(said.message) || said.type === 'billing_error') return 'billing_error';
  return categories[status] ?? (status >= 500 ? 'server_error' : 'unknown');
}

function errorOf(body: string): { type: string; message: string } {
  try {
    const parsed = JSON.parse(body) as { error?: { type?: unknown; message?: unknown } | string; message?: unknown };
    const error = parsed.error;
    if (typeof error === 'object' && error !== null) return { type: textOr(error.type, ''), message: textOr(error.message, 'no message') };
    return { type: '', message: textOr(error ?? parsed.message, body.slice(0, 500)) };
  } catch {
    return { type: '', message: body.trim().slice(0, 500) || 'no message' }; // a proxy's page, or nothing
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function compose(what: string, todo: string | undefined): string {
  return todo === undefined ? what : `${what}${/[.!?]$/.test(what) ? '' : '.'} ${todo}`;
}

function retryAfter(headers: Record<string, string | string[] | undefined>, now: Date): { retryAfterMs?: number } {
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== undefined && milliseconds >= 0) return { retryAfterMs: milliseconds };
  const seconds = numberIn(headers['retry-after']);
  if (seconds !== undefined) return seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
  const date = Date.parse(String(headers['retry-after']));
  return Number.isNaN(date) ? {} : { retryAfterMs: Math.max(0, date - now.getTime()) };
}

function numberIn(value: string | string[] | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
