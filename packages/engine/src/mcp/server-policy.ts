import type { SettingsLayer } from '../setting/settings.js';
import type { ServerConfigs } from './mcp-servers.js';

/** Servers that settings let a session use: none that is denied, and only allowed ones where a list of those exists. */
export function permittedServers(configs: ServerConfigs, layers: readonly SettingsLayer[], tell: (problem: string) => void): ServerConfigs {
  const denied = layers.flatMap(({ settings }) => settings.deniedMcpServers ?? []);
  // Only an administrator can say that nothing else may run.
  const allowed = layers
    .filter(({ level }) => level === 'managed')
    .flatMap(({ settings }) => (settings.allowedMcpServers ? [settings.allowedMcpServers] : []))
    .at(-1);
  const fixed = layers.some(({ settings }) => settings.allowManagedMcpServersOnly);
  const managed = Object.assign({}, ...layers.map(({ settings }) => settings.managedMcpServers ?? {})) as Record<string, unknown>; // names are all that counts
  return Object.fromEntries(
    Object.entries(configs).filter(([name, config]) => {
      const fits = (entry: unknown) => matches(entry, name, config);
      // Servers in the application itself are its own code.
      const listed = Object.hasOwn(managed, name) || (fixed && config.type === 'sdk');
      const permitted = !denied.some(fits) && (listed || (allowed === undefined ? !fixed : allowed.some(fits)));
      if (!permitted) tell(`The MCP server "${name}" is not used: settings forbid it.`);
      return permitted;
    }),
  );
}

/** An entry names a server by its name, its command with arguments, or its address (`*` stands for anything). */
function matches(entry: unknown, name: string, config: ServerConfigs[string]): boolean {
  const { serverName, serverCommand, serverUrl } = (typeof entry === 'object' && entry !== null ? entry : {}) as {
    serverName?: unknown;
    serverCommand?: unknown;
    serverUrl?: unknown;
  }; // anything may stand in settings
  if (typeof serverName === 'string') return serverName === name;
  if (Array.isArray(serverCommand))
    return 'command' in config && JSON.stringify([config.command, ...(config.args ?? [])]) === JSON.stringify(serverCommand);
  return typeof serverUrl === 'string' && 'url' in config && wildcard(serverUrl).test(config.url);
}

function wildcard(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`))
      .join('.*')}$`,
  );
}
