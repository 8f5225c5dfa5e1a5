import { existsSync, statSync } from 'node:fs';
import { AgentError } from '@inboard/wire';
import type { EngineOptions } from './loop/session.js';

/** Options that this version cannot honour. Giving one is an error that names it. */
const notYet = ['promptSuggestions'] as const satisfies (keyof EngineOptions)[];

/** Stops at once when an option cannot be honoured or the folder to work in does not exist. */
export function refuseUnsupported(options: EngineOptions): void {
  for (const name of notYet) {
    if (isGiven(options[name]))
      throw new AgentError('unsupported_option', `Option "${name}" is not supported by this version of the engine.`, {
        data: { option: name },
      });
  }
  if (!existsSync(options.cwd) || !statSync(options.cwd).isDirectory()) {
    throw new AgentError('cwd_missing', `The working directory does not exist: ${options.cwd}. Create it or pass another "cwd".`, {
      data: { cwd: options.cwd },
    });
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
