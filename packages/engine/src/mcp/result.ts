import { closeSync, writeSync } from 'node:fs';
import type { ApiContentBlockParam } from '@inboard/wire';
import type { ResultFiles } from '../session/result-files.js';
import type { ToolOutcome } from '../tool/define.js';

/** What an MCP tool answered. */
export interface McpResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean;
}

/** Turns the answer of an MCP tool into what the model sees. Answers above the limit go to a file, with their beginning shown. */
export function mcpOutcome(result: McpResult, options: { maxTokens: number; results: ResultFiles; name: string }): ToolOutcome {
  const blocks = Array.isArray(result.content) ? result.content.flatMap(toBlock) : [];
  const shown = blocks.length === 0 && result.structuredContent !== undefined ? [text(stringify(result.structuredContent))] : blocks;
  const content = limit(shown, options);
  return { content, result: result.content ?? result.structuredContent ?? [], ...(result.isError && { isError: true }) };
}

type Block = ApiContentBlockParam;

const text = (value: string): Block => ({ type: 'text', text: value });

function toBlock(part: unknown): Block[] {
  if (typeof part !== 'object' || part === null || !('type' in part)) return [];
  const item = part as Record<string, unknown>; // a server may send anything
  switch (item.type) {
    case 'text':
      return typeof item.text === 'string' && item.text !== '' ? [text(item.text)] : [];
    case 'image':
      return [{ type: 'image', source: { type: 'base64', media_type: String(item.mimeType) as 'image/png', data: String(item.data) } }]; // the API judges the type
    case 'resource': {
      const resource = (item.resource ?? {}) as Record<string, unknown>; // likewise
      return [text(typeof resource.text === 'string' ? `[${String(resource.uri)}]\n${resource.text}` : `[${String(resource.uri)}: binary, ${String(resource.mimeType ?? 'unknown type')}]`)];
    }
    case 'resource_link':
      return [text(`[${String(item.name ?? '')}: ${String(item.uri)}]`)];
    default:
      return [text(stringify(item))];
  }
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return '(an answer that cannot be written as JSON)'; // a cycle
  }
}

function limit(blocks: Block[], options: { maxTokens: number; results: ResultFiles; name: string }): Block[] {
  const characters = options.maxTokens * 4;
  const whole = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (whole.length <= characters) return blocks;
  const { path, descriptor } = options.results.create(`${options.name}-${Date.now()}.txt`);
  writeSync(descriptor, whole);
  closeSync(descriptor);
  const head = whole.slice(0, characters);
  return [text(`${head}\n… (${whole.length} characters; all of it is in ${path})`), ...blocks.filter((block) => block.type !== 'text')];
}
