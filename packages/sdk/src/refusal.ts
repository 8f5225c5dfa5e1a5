import { AgentError, type ErrorCode, type WireMessage } from '@inboard/wire';

/** The error in a result with which an engine says that it cannot open a session; nothing in any other message. */
export function refusalOf({ type, error_code, error_data, errors }: WireMessage): AgentError | undefined {
  if (type !== 'result' || typeof error_code !== 'string') return undefined;
  const text = Array.isArray(errors) ? errors.join(' ') : '';
  const data = typeof error_data === 'object' && error_data !== null ? (error_data as Record<string, unknown>) : {};
  return new AgentError(error_code as ErrorCode, text, { data }); // a newer engine may know a code that we do not
}
