import { agentHasTool, deniedCalls, startableAgents } from '../agent/agent-tools.js';
import { ownServers } from '../agent/agent-servers.js';
import { resolveModel } from '../model/catalog.js';
import { offlineModelId } from '../model/create.js';
import { modelProblem } from '../setting/model-policy.js';
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
  const wantsModel =
    options.model === undefined && type.model !== undefined && type.model !== 'inherit' && settings.model !== offlineModelId;
  const problem = wantsModel
    ? modelProblem(type.model, { layers: session.settingsLayers, env: options.env, catalog: session.catalog })
    : undefined;
  if (problem !== undefined) return `The agent "${type.name}": ${problem}`;
  mainAgent.isApplied = true;
  settings.system = [type.prompt, ...settings.system.filter((part) => part.startsWith('# Environment'))];
  session.tools.limit((name) => name === 'StructuredOutput' || agentHasTool(type, name));
  if (wantsModel) settings.model = resolveModel(type.model, options.env, session.catalog);
  if (options.permissionMode === undefined && type.permissionMode && type.permissionMode !== 'bypassPermissions')
    session.setPermissionMode(type.permissionMode);
  if (options.effort === undefined && type.effort) options.effort = type.effort;
  const startable = startableAgents(type);
  if (startable) session.agents.limit(startable);
  const denied = deniedCalls(type);
  if (denied.length > 0) session.permissions.forbid(denied);
  if (session.conversation.messages.length === 0 && type.initialPrompt !== undefined) mainAgent.initialPrompt = type.initialPrompt;
  session.hookRegistry.set('agent', agentHooks(session, type, { nested: false }));
  session.mcp.set('agent', ownServers(type));
  return undefined;
}
