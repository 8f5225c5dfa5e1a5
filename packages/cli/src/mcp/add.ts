import { addServer, type ServerScope } from '@inboard/engine';
import { AgentError } from '@inboard/wire';
import { visible } from '../visible.js';
import { readWords, type Flag } from './read-words.js';
import { readScope, scopeFlag } from './scope.js';

const flags: Record<string, Flag> = {
  ...scopeFlag,
  '--transport': { aliases: ['-t'] },
  '--env': { aliases: ['-e'], many: true },
  '--header': { aliases: ['-H'], many: true },
  '--headers-helper': {},
  '--client-id': {},
  '--callback-port': {},
};

const isUrl = (word: string | undefined) => /^https?:\/\//i.test(word ?? '');

/** `inboard mcp add`. What follows a command belongs to the command. */
export async function add(words: readonly string[]): Promise<number> {
  const { values, rest } = readWords(words, flags, (seen) => seen.length === 2 && !isUrl(seen[1]));
  const [name, target, ...args] = rest;
  if (name === undefined || target === undefined)
    throw new AgentError('invalid_option', 'Give a name and a command or a URL: inboard mcp add <name> <command or URL> [argument…]');
  const transport = values.get('--transport')?.[0] ?? (isUrl(target) ? 'http' : 'stdio');
  if (!['stdio', 'http', 'sse'].includes(transport))
    throw new AgentError('invalid_option', `There is no transport "${transport}". Transports: stdio, http, sse.`);
  const config = transport === 'stdio' ? childConfig(target, args, values) : urlConfig(transport, target, args, values);
  return put(readScope(values) ?? 'local', name, config);
}

/** `inboard mcp add-json`. */
export async function addJson(words: readonly string[]): Promise<number> {
  const { values, rest } = readWords(words, scopeFlag);
  const [name, json, ...more] = rest;
  if (name === undefined || json === undefined || more.length > 0)
    throw new AgentError('invalid_option', `Give a name and one JSON object: inboard mcp add-json <name> '{"command":"…"}'`);
  let config: unknown;
  try {
    config = JSON.parse(json);
  } catch (error) {
    throw new AgentError('invalid_json', `The configuration of "${name}" is not JSON: ${(error as Error).message}`, { cause: error }); // JSON.parse throws errors
  }
  return put(readScope(values) ?? 'local', name, config);
}

async function put(scope: ServerScope, name: string, config: unknown): Promise<number> {
  const path = await addServer(scope, name, config, { cwd: process.cwd(), env: process.env });
  const next = scope === 'project' ? ' It runs once the folder is trusted: inboard trust' : '';
  process.stdout.write(`Added "${name}" to ${visible(path)} (${scope}).${next}\n`);
  return 0;
}

function childConfig(command: string, args: string[], values: Map<string, string[]>): object {
  refuse(values, ['--header', '--headers-helper', '--client-id', '--callback-port'], 'a server in a child process has none');
  const env = pairs(values.get('--env'), '--env', '=');
  return { type: 'stdio', command, ...(args.length > 0 && { args }), ...(env && { env }) };
}

function urlConfig(type: string, url: string, args: string[], values: Map<string, string[]>): object {
  refuse(values, ['--env'], 'a server at a URL has none');
  if (!isUrl(url) || !URL.canParse(url)) throw new AgentError('invalid_option', `"${url}" is not an http or https URL.`);
  if (args.length > 0) throw new AgentError('invalid_option', `A server at a URL takes no arguments: ${args.join(' ')}`);
  const headers = pairs(values.get('--header'), '--header', ':');
  const [headersHelper] = values.get('--headers-helper') ?? [];
  const [clientId] = values.get('--client-id') ?? [];
  const [port] = values.get('--callback-port') ?? [];
  const oauth = { ...(clientId !== undefined && { clientId }), ...(port !== undefined && { callbackPort: Number(port) }) };
  return {
    type,
    url,
    ...(headers && { headers }),
    ...(headersHelper !== undefined && { headersHelper }),
    ...(Object.keys(oauth).length > 0 && { oauth }),
  };
}

function refuse(values: Map<string, string[]>, names: readonly string[], why: string): void {
  const wrong = names.find((name) => values.has(name));
  if (wrong !== undefined) throw new AgentError('invalid_option', `${wrong} makes no sense here: ${why}.`);
}

function pairs(given: string[] | undefined, flag: string, mark: string): Record<string, string> | undefined {
  return given && Object.fromEntries(given.map((each) => pair(each, flag, mark)));
}

function pair(text: string, flag: string, mark: string): [string, string] {
  const cut = text.indexOf(mark);
  // The text may be a secret, so it is not repeated.
  if (cut < 1) throw new AgentError('invalid_option', `${flag} wants name${mark}value.`);
  return [text.slice(0, cut).trim(), mark === ':' ? text.slice(cut + 1).trim() : text.slice(cut + 1)];
}
