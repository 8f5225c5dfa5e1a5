import type { ServerConfigs } from '../mcp/mcp-servers.js';
import type { AgentType } from './agent-type.js';

/** The MCP servers an agent brings itself; those it only names are the session's. */
export function ownServers({ mcpServers = [] }: AgentType): ServerConfigs {
  return Object.assign({}, ...mcpServers.filter((entry) => typeof entry !== 'string')) as ServerConfigs; // what is left are records of servers
}
