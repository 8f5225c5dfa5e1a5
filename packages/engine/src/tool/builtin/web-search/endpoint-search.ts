import type { ToolContext } from '../../define.js';
import { get } from '../../web/get.js';
import { passesFilter, type DomainFilter } from './domain-filter.js';
import { linkLine, type SearchResults } from './search-results.js';

const maxResults = 10;
const maxBytes = 5 * 1024 * 1024;
const timeoutMs = 30_000;

/** Searches with a server that answers as SearXNG does. Its address comes from whoever runs the engine, so it may be a private one. Rejects when it does not answer. */
export async function endpointSearch(endpoint: string, query: string, filter: DomainFilter, context: ToolContext): Promise<SearchResults> {
  if (!URL.canParse(endpoint) || !/^https?:/i.test(endpoint)) throw new Error('INBOARD_SEARCH_URL is not an http address');
  const url = new URL(endpoint);
  url.searchParams.set('q', query);
  url.searchParams.set('format', 'json');
  const answer = await get({
    url,
    headers: { accept: 'application/json' },
    env: context.env,
    signal: context.signal,
    timeoutMs,
    maxBytes,
    allowPrivate: true,
  });
  if (answer.status !== 200) throw new Error(`the search server answered ${answer.status} ${answer.statusText}`);
  const links = readLinks(answer.body.toString('utf8'))
    .filter((link) => passesFilter(link.url, filter))
    .slice(0, maxResults);
  return {
    results: [{ tool_use_id: context.toolUseId, content: links.map(({ title, url: link }) => ({ title, url: link })) }],
    text: links.length === 0 ? 'Nothing was found.' : ['Links:', ...links.map(linkLine)].join('\n'),
  };
}

interface Link {
  title: string;
  url: string;
  snippet: string;
}

function readLinks(body: string): Link[] {
  const results = (parse(body) as { results?: unknown } | null)?.results; // checked below
  if (!Array.isArray(results)) throw new Error('the search server answered without results');
  return results.flatMap((each: unknown) => {
    const { url, title, content } = (each ?? {}) as Record<string, unknown>; // each field is checked
    return typeof url === 'string'
      ? [{ url, title: typeof title === 'string' ? title : url, snippet: typeof content === 'string' ? content : '' }]
      : [];
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('the search server did not answer with JSON; SearXNG needs "json" among its search.formats');
  }
}
