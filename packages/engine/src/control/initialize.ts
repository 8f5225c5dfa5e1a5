import { AgentError, type ControlParams, type InitializeResult } from '@inboard/wire';
import type { Session } from '../loop/session.js';
import { defaultCatalog, modelFacts } from '../model/catalog.js';

/** Takes over what the host brings, and tells it what there is. May come again: the last one counts. */
export function initialize(session: Session, params: ControlParams<'initialize'>): InitializeResult {
  refuseUnsupported(params);
  if (params.jsonSchema) session.setOutputSchema(params.jsonSchema);
  if (params.systemPrompt !== undefined || params.appendSystemPrompt !== undefined) {
    session.setPrompt({
      ...(params.systemPrompt !== undefined && { custom: params.systemPrompt }),
      ...(params.appendSystemPrompt !== undefined && { append: params.appendSystemPrompt }),
    });
  } else session.setPrompt({});
  return {
    commands: [],
    output_style: 'default',
    available_output_styles: ['default'],
    models: offeredModels(),
    account: { tokenSource: 'none', apiKeySource: session.model.keySource },
    agents: [],
    pid: process.pid,
    capabilities: ['end_input'],
  };
}

/** Says which part of the request cannot be honoured, rather than ignoring it. */
function refuseUnsupported(params: ControlParams<'initialize'>): void {
  const given = (value: object | undefined) => value !== undefined && Object.keys(value).length > 0;
  const refused = [
    given(params.hooks) && 'hooks',
    given(params.sdkMcpServers) && 'mcpServers',
    given(params.agents) && 'agents',
    params.promptSuggestions && 'promptSuggestions',
  ].filter((name) => typeof name === 'string');
  if (refused.length > 0) throw new AgentError('unsupported_option', `Not supported by this version of the engine: ${refused.join(', ')}.`, { data: { options: refused } });
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
