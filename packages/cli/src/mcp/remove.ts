import { removeServer } from '@inboard/engine';
import { AgentError } from '@inboard/wire';
import { visible } from '../visible.js';
import { findServers, oneName } from './find-server.js';
import { readWords } from './read-words.js';
import { readScope, scopeFlag } from './scope.js';

/** `inboard mcp remove`. A name in several scopes needs the scope. */
export async function remove(words: readonly string[]): Promise<number> {
  const { values, rest } = readWords(words, scopeFlag);
  const name = oneName(rest, 'remove');
  const scope = readScope(values) ?? (await onlyScope(name));
  const path = await removeServer(scope, name, { cwd: process.cwd(), env: process.env });
  process.stdout.write(`Removed "${name}" from ${visible(path)} (${scope}).\n`);
  return 0;
}

async function onlyScope(name: string) {
  const [first, ...more] = await findServers(name);
  if (more.length === 0) return first.scope;
  const scopes = [first, ...more].map(({ scope }) => scope).join(', ');
  throw new AgentError(
    'invalid_option',
    `"${name}" is there in several scopes (${scopes}). Say which: inboard mcp remove ${name} --scope …`,
  );
}
