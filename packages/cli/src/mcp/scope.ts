import { serverScopes, type ServerScope } from '@inboard/engine';
import { AgentError } from '@inboard/wire';
import type { Flag } from './read-words.js';

/** The flag that names a scope. */
export const scopeFlag: Record<'--scope', Flag> = { '--scope': { aliases: ['-s'] } };

/** The scope that was asked for, if one was. */
export function readScope(values: Map<string, string[]>): ServerScope | undefined {
  const [given] = values.get('--scope') ?? [];
  const scope = serverScopes.find((each) => each === given);
  if (given !== undefined && scope === undefined)
    throw new AgentError('invalid_option', `There is no scope "${given}". Scopes: ${serverScopes.join(', ')}.`);
  return scope;
}
