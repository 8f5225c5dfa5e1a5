/** Every way a run can fail, as a documented string. Codes are stable; texts may improve. */
export type ErrorCode =
  | 'aborted' // the caller cancelled
  | 'invalid_option' // an option or flag has a value we cannot use
  | 'unknown_option' // an option or flag we do not know
  | 'unsupported_option' // an option this build cannot honour
  | 'invalid_message' // a known message with wrong types
  | 'invalid_json' // a line that is not JSON
  | 'line_too_long' // a line above the size limit
  | 'unknown_request' // a control request nobody handles
  | 'request_failed' // the other side answered a control request with an error
  | 'request_cancelled' // a control request was withdrawn
  | 'transport_closed' // the connection ended while something was still pending
  | 'engine_not_found' // the executable to start does not exist
  | 'engine_exited' // the engine process ended before its result
  | 'spawn_failed' // a command could not be started
  | 'sandbox_unavailable' // commands must be confined and cannot be
  | 'cwd_missing' // the working directory does not exist
  | 'session_not_found' // no session with this id
  | 'session_in_use' // another process writes to this session
  | 'session_damaged' // a session that cannot be opened
  | 'session_write_failed' // the transcript could not be written
  | 'session_store_failed' // the caller's session store failed where it was needed
  | 'missing_key' // a real model was asked for and there is no key
  | 'model_failed'; // the model API failed for good

const brand = Symbol.for('inboard.AgentError');

/** The one error class of Inboard: a stable `code`, a text for people, and the facts in `data`. */
export class AgentError extends Error {
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, options: { data?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AgentError';
    this.code = code;
    this.data = options.data ?? {};
  }

  /** True for an AgentError from any copy of this package. */
  static is(value: unknown): value is AgentError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Thrown by a query whose `abortController` was aborted. */
export class AbortError extends AgentError {
  constructor(message = 'The query was aborted by its caller.', options: { cause?: unknown } = {}) {
    super('aborted', message, options);
    this.name = 'AbortError';
  }
}

/** The text of anything that was thrown, without a stack. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}
