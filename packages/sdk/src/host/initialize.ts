import type { ControlParams, Options } from '@inboard/wire';
import type { Host } from './host.js';

/** The `initialize` request for these options. */
export function initializeParams(options: Options, host: Host): ControlParams<'initialize'> {
  const servers = Object.entries(options.mcpServers ?? {}).flatMap(([name, config]) => ('instance' in config ? [name] : []));
  return {
    ...(host.registrations && { hooks: host.registrations }),
    ...(servers.length > 0 && { sdkMcpServers: servers }),
    ...(options.outputFormat && { jsonSchema: options.outputFormat.schema }),
    ...promptParams(options.systemPrompt),
    ...(options.agents && { agents: options.agents }),
    ...(options.toolAliases && { toolAliases: options.toolAliases }),
    ...(options.planModeInstructions !== undefined && { planModeInstructions: options.planModeInstructions }),
    ...(options.skills && { skills: options.skills }),
    ...(options.title !== undefined && { title: options.title }),
    ...(options.promptSuggestions && { promptSuggestions: true }),
  };
}

/** No prompt is the minimal one, which an empty text stands for; the preset is what an engine does unasked. */
function promptParams(prompt: Options['systemPrompt']): { systemPrompt?: string; appendSystemPrompt?: string } {
  if (prompt === undefined) return { systemPrompt: '' };
  if (typeof prompt === 'string') return { systemPrompt: prompt };
  return prompt.append === undefined ? {} : { appendSystemPrompt: prompt.append };
}
