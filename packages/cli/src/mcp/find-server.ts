import { configuredServers, type ConfiguredServer } from '@inboard/engine';
import { AgentError } from '@inboard/wire';

/** The servers of a name in this folder, the strongest first; none is an error that names those there are. */
export async function findServers(name: string): Promise<[ConfiguredServer, ...ConfiguredServer[]]> {
  const { servers } = await configuredServers({ cwd: process.cwd(), env: process.env });
  const [first, ...more] = servers.filter((server) => server.name === name);
  if (first) return [first, ...more];
  const names = [...new Set(servers.map((server) => server.name))].join(', ');
  throw new AgentError(
    'invalid_option',
    `There is no MCP server "${name}" here. ${names === '' ? 'There are none.' : `There are: ${names}.`}`,
  );
}

/** The one word a command wants: the name of a server. */
export function oneName(rest: readonly string[], command: string): string {
  const [name, ...more] = rest;
  if (name === undefined || more.length > 0)
    throw new AgentError('invalid_option', `Give the name of one server: inboard mcp ${command} <name>. "inboard mcp list" shows them.`);
  return name;
}
