import type { ConfiguredServer } from '@inboard/engine';
import { visible } from '../visible.js';

/** How a server is reached: stdio, http or sse. */
export function transportOf({ type }: ConfiguredServer['config']): string {
  return type ?? 'stdio';
}

/** Where a server is: its address, or the command with its arguments. */
export function targetOf(config: ConfiguredServer['config']): string {
  if ('url' in config) return visible(config.url);
  if (!('command' in config)) return '';
  return visible([config.command, ...(config.args ?? [])].map(quoted).join(' '));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
