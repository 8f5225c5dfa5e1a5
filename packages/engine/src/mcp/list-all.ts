import type { Client } from '@modelcontextprotocol/client';
import { anyResult } from './any-result.js';

/** What a server can list, and the field its list is in. */
const fields = { 'tools/list': 'tools', 'prompts/list': 'prompts', 'resources/list': 'resources' } as const;

export interface Listing {
  items: Record<string, unknown>[];
  /** The server has more than was asked for. */
  more: boolean;
}

/** Reads a list page by page until it ends, the limit is reached or the time is over for all pages together. */
export async function listAll(client: Client, method: keyof typeof fields, options: { limit: number; timeout: number }): Promise<Listing> {
  const until = performance.now() + options.timeout;
  const items: Record<string, unknown>[] = [];
  const seen = new Set<unknown>();
  let cursor: unknown;
  do {
    seen.add(cursor);
    const timeout = Math.max(1, until - performance.now());
    const page = await client.request({ method, params: cursor === undefined ? {} : { cursor } }, anyResult, { timeout });
    const found = page[fields[method]];
    if (Array.isArray(found)) items.push(...found.slice(0, options.limit + 1 - items.length).filter(isObject));
    cursor = page.nextCursor;
  } while (typeof cursor === 'string' && !seen.has(cursor) && items.length <= options.limit);
  return { items: items.slice(0, options.limit), more: items.length > options.limit };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
