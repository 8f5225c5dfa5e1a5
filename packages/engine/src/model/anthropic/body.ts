import type { ModelRequest } from '../model.js';

/** The request as the Messages API takes it. Field order and values depend on the request alone: equal requests are equal bytes. */
export function requestBody(request: ModelRequest): Record<string, unknown> {
  return {
    model: request.model.replace(/\[[^\]]*\]$/, ''),
    max_tokens: request.maxTokens,
    stream: true,
    ...(request.thinking && { thinking: request.thinking }),
    ...(request.effort !== undefined && { output_config: { effort: request.effort } }),
    // One marker for the whole conversation, so that what was sent before stays the same to the byte.
    cache_control: { type: 'ephemeral' },
    system: request.system.map((text, index) => ({ type: 'text', text, ...(index === request.system.length - 1 && cached) })),
    ...toolFields(request),
    messages: request.messages,
  };
}

const cached = { cache_control: { type: 'ephemeral' } };

function toolFields(request: ModelRequest): { tools?: unknown[] } {
  const tools = [...request.tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })), ...(request.serverTools ?? [])];
  return tools.length === 0 ? {} : { tools };
}

/** Parameters the API may do without, most likely culprit first. */
const optional = ['thinking', 'output_config', 'cache_control'] as const;

/** A parameter of this body that an error message complains about, if it is one we can leave out. */
export function refusedParameter(body: Record<string, unknown>, message: string): (typeof optional)[number] | undefined {
  return optional.find((name) => name in body && new RegExp(`\\b${name}\\b|\\b${name.split('_')[0]}\\b`, 'i').test(message));
}

/** The body without one parameter, wherever it stands. */
export function without(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  if (name !== 'cache_control' || !Array.isArray(rest.system)) return rest;
  return { ...rest, system: (rest.system as Record<string, unknown>[]).map(({ type, text }) => ({ type, text })) };
}
