import { AbortError, checkOptions, type Options, type Transport } from '@inboard/wire';
import type { StringTransport } from './connect/string-transport.js';
import type { Query } from './query-methods.js';
import { openQuery } from './query-handle.js';
import type { SDKUserMessage } from './types.js';

export interface QueryInput {
  /** One prompt, or a stream of them: each gets a turn of its own. */
  prompt: string | AsyncIterable<SDKUserMessage>;
  options?: Options;
  /** A connection of your own to an engine. */
  transport?: Transport | StringTransport;
}

/**
 * Asks an agent and yields what happens. The engine runs in this process unless the options name
 * an executable or a transport is given. Wrong options throw at once, before anything starts.
 */
export function query({ prompt, options = {}, transport }: QueryInput): Query {
  const checked = checkOptions(options);
  if (checked.abortController?.signal.aborted) throw new AbortError();
  return openQuery({ prompt, options: checked, ...(transport && { transport }) });
}
