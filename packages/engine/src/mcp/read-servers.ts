import { describeIssues, mcpServerConfig } from '@inboard/wire';
import type { ServerConfigs } from './mcp-servers.js';

export interface ReadServersOptions {
  /** Where the text stands, for messages. */
  path: string;
  /** What `${NAME}` may stand for. */
  env: Readonly<Record<string, string | undefined>>;
  tell: (problem: string) => void;
}

/** Reads the servers of an `.mcp.json`. A server that makes no sense is told of; the others are used. */
export function readServers(text: string, options: ReadServersOptions): ServerConfigs {
  const { path, tell } = options;
  const servers = parse(text, options);
  if (servers === undefined) return {};
  const configs: Record<string, ServerConfigs[string]> = {};
  for (const [name, value] of Object.entries(servers)) {
    const parsed = mcpServerConfig().safeParse(expand(value, options, `${path}: server "${name}"`));
    if (!parsed.success) tell(`${path}: server "${name}": ${describeIssues(parsed.error)}`);
    else if (parsed.data.type === 'sdk') tell(`${path}: server "${name}": a file cannot name a server of this process`);
    else configs[name] = withoutHost(parsed.data);
  }
  return configs;
}

/** What only a host can say of its own servers. */
function withoutHost(config: ServerConfigs[string]): ServerConfigs[string] {
  if (!('url' in config)) return config;
  const { hostAuth: _, ...rest } = config;
  return rest;
}

function parse(text: string, { path, tell }: ReadServersOptions): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const servers = typeof value === 'object' && value !== null ? ((value as { mcpServers?: unknown }).mcpServers ?? value) : undefined; // anything may stand there
    if (typeof servers === 'object' && servers !== null && !Array.isArray(servers)) return servers as Record<string, unknown>;
    tell(`${path}: expected {"mcpServers": {name: server}}`);
    return undefined;
  } catch (error) {
    tell(`${path}: is not valid JSON (${(error as Error).message})`);
    return undefined;
  }
}

/** Puts variables into every text: `${NAME}` and `${NAME:-otherwise}`. One that is not set stays as it is written. */
function expand(value: unknown, options: ReadServersOptions, where: string): unknown {
  if (typeof value === 'string') return expandText(value, options, where);
  if (Array.isArray(value)) return value.map((each) => expand(each, options, where));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each, options, where)]));
}

function expandText(text: string, { env, tell }: ReadServersOptions, where: string): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (whole, name: string, otherwise: string | undefined) => {
    const found = env[name] ?? otherwise;
    if (found === undefined) tell(`${where}: the variable ${name} is not set`);
    return found ?? whole;
  });
}
