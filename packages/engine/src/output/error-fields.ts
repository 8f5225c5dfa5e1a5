import { AgentError, type ResultError } from '@inboard/wire';

/** What a program should know of an error, beside its text. */
export function errorFields(error: unknown): Pick<ResultError, 'error_code' | 'error_data'> {
  if (!AgentError.is(error)) return {};
  return { error_code: error.code, ...(Object.keys(error.data).length > 0 && { error_data: error.data }) };
}
