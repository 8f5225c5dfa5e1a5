import { errorText, type Transport } from '@inboard/wire';
import type { EngineOptions } from '../loop/session.js';
import { realPort } from '../port/port.js';
import { Ledger } from '../session/ledger.js';
import { errorFields } from './error-fields.js';
import { Output } from './output.js';

/** A session that cannot be opened is one error result, before any prompt is taken. */
export async function openFailure(options: EngineOptions, transport: Transport, error: unknown): Promise<void> {
  const port = options.port ?? realPort;
  const output = new Output({ sessionId: options.resume ?? port.newId(), newId: port.newId, send: (message) => transport.send(message) });
  await output.failure('error_during_execution', {
    duration_ms: 0,
    duration_api_ms: 0,
    is_error: true,
    num_turns: 0,
    stop_reason: null,
    total_cost_usd: 0,
    usage: new Ledger().usage(),
    modelUsage: {},
    permission_denials: [],
    errors: [errorText(error)],
    ...errorFields(error),
  });
}
