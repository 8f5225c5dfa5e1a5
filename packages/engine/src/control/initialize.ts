import type { ControlParams, InitializeResult } from '@inboard/wire';
import type { Session } from '../loop/session.js';
import { defaultStyle } from '../context/output-style.js';
import { hostAgent } from '../agent/agent-type.js';
import { callbackHandlers, defaultTimeoutSeconds } from '../hook/runner/callback.js';
import type { ServerConfigs } from '../mcp/mcp-servers.js';
import type { ServerManifest } from '../mcp/transport/host.js';
import { envNumber } from '../port/environment.js';
import { offerSkills } from '../skill/offer-skills.js';
import { defaultCatalog, modelFacts } from '../model/catalog.js';

/** Takes over what the host brings, and tells it what there is. May come again: the last one counts. */
export function initialize(session: Session, params: ControlParams<'initialize'>): InitializeResult {
  registerHooks(session, params.hooks ?? {});
  session.mcp.set(
    'host',
    hostServers(session, params.sdkMcpServers ?? []),
    params.sdkMcpServerManifests as Record<string, ServerManifest> | undefined,
  ); // read where it is used
  session.tools.setAliases(params.toolAliases ?? {});
  session.agents.set(
    'host',
    Object.entries(params.agents ?? {}).map(([name, definition]) => hostAgent(name, definition)),
  );
  if (params.jsonSchema) session.setOutputSchema(params.jsonSchema);
  if (params.systemPrompt !== undefined || params.appendSystemPrompt !== undefined) {
    session.setPrompt({
      ...(params.systemPrompt !== undefined && { custom: params.systemPrompt }),
      ...(params.appendSystemPrompt !== undefined && { append: params.appendSystemPrompt }),
    });
  } else session.setPrompt({});
  if (params.skills) offerSkills(session, params.skills);
  if (params.planModeInstructions !== undefined) session.reminders.planInstructions = params.planModeInstructions;
  if (params.title !== undefined && params.title !== session.options.title) session.conversation.recordTitle(params.title);
  if (params.promptSuggestions !== undefined) session.suggestsPrompts = params.promptSuggestions;
  if (session.mainAgent) session.mainAgent.isApplied = false;
  session.prompts.open();
  return {
    commands: session.commands.all().map(({ name, description, argumentHint }) => ({ name, description, argumentHint })),
    output_style: session.outputStyle,
    available_output_styles: [defaultStyle, ...session.styles.map(({ name }) => name)],
    models: offeredModels(),
    account: { tokenSource: 'none', apiKeySource: session.model.keySource },
    agents: session.agents.all().map(({ name, description, model }) => ({ name, description, ...(model !== undefined && { model }) })),
    pid: process.pid,
    hook_on_failure_supported: true,
    capabilities: ['end_input'],
  };
}

/** Servers in the host, with the limits that the options gave them. */
function hostServers(session: Session, names: readonly string[]): ServerConfigs {
  const known = (session.options.mcpServers ?? {}) as ServerConfigs; // an engine is never handed an instance
  return Object.fromEntries(names.map((name) => [name, known[name]?.type === 'sdk' ? known[name] : { type: 'sdk', name }]));
}

/** Takes over the hooks that live in the host; those of an earlier `initialize` are forgotten. */
function registerHooks(session: Session, registrations: NonNullable<ControlParams<'initialize'>['hooks']>): void {
  const timeoutSeconds = envNumber(session.options.env, 'INBOARD_HOOK_TIMEOUT_MS', defaultTimeoutSeconds * 1000) / 1000;
  const { handlers, unknown } = callbackHandlers(registrations, { peer: () => session.peer, timeoutSeconds });
  session.hookRegistry.set('host', handlers);
  if (unknown.length > 0) session.notices.push(`Hooks for events this engine does not know are never called: ${unknown.join(', ')}.`);
}

function offeredModels(): InitializeResult['models'] {
  return Object.entries(defaultCatalog.aliases).map(([value, id]) => ({
    value,
    displayName: value === 'default' ? 'Default' : `${value[0]!.toUpperCase()}${value.slice(1)}`,
    description: id,
    supportsEffort: true,
    supportedEffortLevels: ['low', 'medium', 'high', 'max'],
    supportsAdaptiveThinking: modelFacts(id).thinking === 'adaptive' || modelFacts(id).thinking === 'always',
  }));
}
