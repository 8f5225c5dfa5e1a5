import type { CommandRegistry } from '../command/command-registry.js';
import type { EngineOptions, Session } from '../loop/session.js';
import { McpServers, type ServerConfigs } from '../mcp/mcp-servers.js';
import { permittedServers } from '../mcp/server-policy.js';
import { isHidden, type ToolRegistry } from '../tool/registry.js';
import type { Parts } from './parts.js';

interface Given {
  tools: ToolRegistry;
  commands: CommandRegistry;
  /** The session the servers belong to; asked for when it is there. */
  session: () => Session;
}

/** The MCP servers of a session: what they offer goes to its tools and commands. */
export function makeServers({ options, peer }: Parts, { tools, commands, session }: Given): McpServers {
  return new McpServers({
    cwd: options.cwd,
    env: options.env,
    peer,
    roots: () => session().permissions.directories,
    notice: (text) => session().notices.push(text),
    permitted: (configs) => permittedServers(configs, session().settingsLayers, (problem) => void session().notices.push(problem)),
    onChange: (offered) => {
      const shown = offered.tools.filter((tool) => !isHidden(tool.name, options));
      tools.set('mcp', shown);
      commands.set('mcp', offered.commands);
    },
    ...(options.debugLog && { debugLog: options.debugLog }),
  });
}

/** Servers the engine reaches by itself; those in the host are named by `initialize`. */
export function processServers({ mcpServers = {} }: EngineOptions): ServerConfigs {
  const configs = mcpServers as ServerConfigs; // an engine is never handed an instance
  return Object.fromEntries(Object.entries(configs).filter(([, config]) => config.type !== 'sdk'));
}
