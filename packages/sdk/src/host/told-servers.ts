import type { McpServerConfig, McpServerConfigForProcessTransport } from '@inboard/wire';

/** Servers as an engine is told of them: of objects in this process only that they are there. */
export function toldServers(servers: Readonly<Record<string, McpServerConfig>>): Record<string, McpServerConfigForProcessTransport> {
  return Object.fromEntries(Object.entries(servers).map(([name, config]) => [name, told(name, config)]));
}

function told(name: string, config: McpServerConfig): McpServerConfigForProcessTransport {
  if ('instance' in config) return { type: 'sdk', name, ...(config.timeout !== undefined && { timeout: config.timeout }) };
  if (!('url' in config)) return config;
  const { authProvider, ...rest } = config;
  return authProvider ? { ...rest, hostAuth: true } : rest;
}
