import type { McpServerConfig, McpServerConfigForProcessTransport } from '@inboard/wire';

/** Servers as an engine is told of them: of those in this process the name and the limit, never the object. */
export function toldServers(servers: Readonly<Record<string, McpServerConfig>>): Record<string, McpServerConfigForProcessTransport> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, config]) => [
      name,
      'instance' in config ? { type: 'sdk' as const, name, ...(config.timeout !== undefined && { timeout: config.timeout }) } : config,
    ]),
  );
}
