import type { ConfiguredServer } from '@inboard/engine';
import { visible } from '../visible.js';
import { targetOf, transportOf } from './describe-server.js';
import { findServers, oneName } from './find-server.js';
import { readWords } from './read-words.js';

/** `inboard mcp get`: one server as it is configured. Values of variables and headers may be secrets: that they are set is enough. */
export async function get(words: readonly string[]): Promise<number> {
  const found = await findServers(oneName(readWords(words, {}).rest, 'get'));
  process.stdout.write(found.map((server) => `${describe(server).join('\n')}\n`).join('\n'));
  return 0;
}

function describe({ name, scope, path, written: config, held, reason }: ConfiguredServer): string[] {
  const remote = 'url' in config ? config : undefined;
  const names = (values: Record<string, string> | undefined) => Object.keys(values ?? {}).map((each) => `${visible(each)} (set)`);
  const lines: [string, string | undefined][] = [
    ['scope', `${scope} (${visible(path)})`],
    ['transport', transportOf(config)],
    [remote ? 'url' : 'command', targetOf(config)],
    ['variables', 'env' in config ? names(config.env).join(', ') : undefined],
    ['headers', names(remote?.headers).join(', ')],
    ['headersHelper', remote?.headersHelper && visible(remote.headersHelper)],
    ['client id', remote?.oauth?.clientId && visible(remote.oauth.clientId)],
    ['timeout', config.timeout === undefined ? undefined : `${config.timeout} ms`],
    ['does not run', held && `${held}: ${reason ?? ''}`],
  ];
  return [name, ...lines.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [`  ${label}: ${value}`]))];
}
