import type { ModelRequest } from '../model.js';

/** A request as the Messages API takes it. */
export type Body = Record<string, unknown>;

/** The request as the Messages API takes it. Field order and values depend on the request alone: equal requests are equal bytes. */
export function requestBody(request: ModelRequest): Body {
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
  const tools = [
    ...request.tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
    ...(request.serverTools ?? []),
  ];
  return tools.length === 0 ? {} : { tools };
}
