import { agentHasTool } from '../agent/agent-tools.js';
import { ownServers } from '../agent/agent-servers.js';
import { resolveModel } from '../model/catalog.js';
import { offlineModelId } from '../model/create.js';
import { agentHooks } from './agent-parts.js';
import type { Session } from './session.js';

/** Lets the main conversation run as the agent that was named. Returns what is wrong with the name, if something is. */
export function becomeAgent(session: Session): string | undefined {
  const { mainAgent, options, settings } = session;
  if (!mainAgent || mainAgent.isApplied) return undefined;
  const type = session.agents.find(mainAgent.name);
  if (!type)
    return `There is no agent "${mainAgent.name}". The agents are: ${session.agents
      .all()
      .map(({ name }) => name)
      .join(', ')}.`;
  mainAgent.isApplied = true;
  settings.system = [type.prompt, ...settings.system.filter((part) => part.startsWith('# Environment'))];
  session.tools.limit((name) => name === 'StructuredOutput' || agentHasTool(type, name));
  if (options.model === undefined && type.model !== undefined && type.model !== 'inherit' && settings.model !== offlineModelId)
    settings.model = resolveModel(type.model, options.env, session.catalog);
  if (options.permissionMode === undefined && type.permissionMode && type.permissionMode !== 'bypassPermissions')
    session.setPermissionMode(type.permissionMode);
  session.hookRegistry.set('agent', agentHooks(session, type, { nested: false }));
  session.mcp.set('agent', ownServers(type));
  return undefined;
}
