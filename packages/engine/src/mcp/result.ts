import type { ApiContentBlockParam } from '@inboard/wire';
import type { ResultFiles } from '../session/result-files.js';
import { failed, type ToolOutcome } from '../tool/define.js';
import { limitText } from './limit-text.js';
import { saveBlob } from './save-blob.js';
import { shownImage } from './shown-image.js';

export interface ResultOptions {
  maxCharacters: number;
  results: ResultFiles;
  /** The name of the tool. */
  name: string;
}

/** Turns the answer of an MCP tool into what the model sees. Long text goes to a file, with its beginning shown. */
export function mcpOutcome(result: Record<string, unknown>, options: ResultOptions): ToolOutcome {
  const problem = jsonProblem(result);
  if (problem !== undefined) return failed(`${options.name} returned something that cannot be written as JSON: ${problem}`);
  const { content, structuredContent, isError } = result;
  const blocks = Array.isArray(content) ? content.flatMap((part) => toBlock(part, options)) : [];
  const shown = blocks.length === 0 && structuredContent !== undefined ? [text(JSON.stringify(structuredContent, null, 2))] : blocks;
  return { content: limit(shown, options), result: content ?? structuredContent ?? [], ...(isError === true && { isError: true }) };
}

type Block = ApiContentBlockParam;

const text = (value: string): Block => ({ type: 'text', text: value });

/** Parts of one answer that stay apart, and what its images may come to: a request has an end. */
const maxParts = 100;
const maxImages = 20;
const maxImageCharacters = 10_000_000;

function toBlock(part: unknown, options: ResultOptions): Block[] {
  if (typeof part !== 'object' || part === null || !('type' in part)) return [];
  const item = part as Record<string, unknown>; // a server may send anything
  switch (item.type) {
    case 'text':
      return typeof item.text === 'string' && item.text !== '' ? [text(item.text)] : [];
    case 'image':
      return [image(item, options)];
    case 'audio':
      return [saved(item.data, item.mimeType, options)];
    case 'resource':
      return [resource((item.resource ?? {}) as Record<string, unknown>, options)]; // likewise
    case 'resource_link':
      return [text(`[${typeof item.name === 'string' ? item.name : ''}: ${String(item.uri)}]`)];
    default:
      return [text(JSON.stringify(item, null, 2))];
  }
}

function image({ mimeType, data }: Record<string, unknown>, options: ResultOptions): Block {
  return shownImage(data) ?? saved(data, mimeType, options);
}

function resource({ uri, text: words, blob, mimeType }: Record<string, unknown>, options: ResultOptions): Block {
  if (typeof words === 'string') return text(`[${String(uri)}]\n${words}`);
  if (typeof mimeType === 'string' && mimeType.startsWith('image/')) return image({ mimeType, data: blob }, options);
  return typeof blob === 'string' ? text(`[${String(uri)}: ${saveNote(blob, mimeType, options)}]`) : text(`[${String(uri)}: empty]`);
}

function saved(data: unknown, mimeType: unknown, options: ResultOptions): Block {
  return text(typeof data === 'string' ? `[${saveNote(data, mimeType, options)}]` : '[a part without data]');
}

function saveNote(base64: string, mimeType: unknown, { results }: ResultOptions): string {
  return `${typeof mimeType === 'string' ? mimeType : 'unknown type'}, saved to ${saveBlob(base64, { results, mimeType })}`;
}

function limit(given: Block[], options: ResultOptions): Block[] {
  const blocks = limitImages(given, options);
  const words = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (blocks.length <= maxParts && words.reduce((sum, each) => sum + each.length, 0) <= options.maxCharacters) return blocks;
  return [text(limitText(words.join('\n'), options)), ...blocks.filter((block) => block.type !== 'text')];
}

/** The first images that fit into a request together; the others are saved. */
function limitImages(blocks: Block[], options: ResultOptions): Block[] {
  let count = 0;
  let size = 0;
  return blocks.map((block) => {
    if (block.type !== 'image' || block.source.type !== 'base64') return block;
    count += 1;
    size += block.source.data.length;
    return count <= maxImages && size <= maxImageCharacters ? block : saved(block.source.data, block.source.media_type, options);
  });
}

/** Why a value cannot be saved: a server in this process may return anything, also something that contains itself. */
function jsonProblem(value: unknown): string | undefined {
  try {
    JSON.stringify(value);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0]; // JSON.stringify throws errors
  }
}
