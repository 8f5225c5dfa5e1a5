import { errorText, type McpServerConfigForProcessTransport } from '@inboard/wire';

/** The state a failure leads to, and what to say of it. */
export function failureStatus(
  error: unknown,
  context: { config: McpServerConfigForProcessTransport; words: string },
): { status: 'failed' | 'needs-auth'; text: string } {
  const { config, words } = context;
  if (isUnauthorized(error) && 'url' in config) {
    const how =
      config.headers && Object.keys(config.headers).length > 0
        ? 'It does not accept the configured headers'
        : 'Configure a header with a token for it, such as Authorization';
    return { status: 'needs-auth', text: `The server at ${new URL(config.url).origin} wants to know who is asking (401). ${how}.` };
  }
  const text = errorText(error);
  return { status: 'failed', text: `${text}${/[.!?]$/.test(text) ? '' : '.'}${words === '' ? '' : ` ${words}`}` };
}

/** True when a server wants to know who is asking. */
function isUnauthorized(error: unknown): boolean {
  return httpStatus(error) === 401 || (error instanceof Error && error.name === 'UnauthorizedError');
}

/** The status of an answer that was an error, if one came. */
export function httpStatus(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: unknown }; // errors of several makers
  for (const each of [status, code]) if (typeof each === 'number' && each >= 400 && each < 600) return each;
  return httpStatus(cause);
}
