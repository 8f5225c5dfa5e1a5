import type { ApiContentBlock, WebSearchOutput } from '@inboard/wire';
import type { ToolContext } from '../../define.js';
import type { DomainFilter } from './domain-filter.js';
import { linkLine, type SearchResults } from './search-results.js';
import searcherPrompt from './searcher.md';

const maxSearches = 8;

/** Searches with the search tool that runs at the API. Rejects with an AgentError when no model answers. */
export async function apiSearch(query: string, filter: DomainFilter, context: ToolContext): Promise<SearchResults> {
  const tool = {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: maxSearches,
    ...(filter.allowed.length > 0 && { allowed_domains: filter.allowed }),
    ...(filter.blocked.length > 0 && { blocked_domains: filter.blocked }),
  };
  const blocks = await context.askModel(
    { system: searcherPrompt.trim(), prompt: `Search the web for: ${query}`, serverTools: [tool] },
    context.signal,
  );
  const results = blocks.flatMap(readBlock);
  return { results, text: results.map(textOf).join('\n\n') };
}

type Result = WebSearchOutput['results'][number];

function readBlock(block: ApiContentBlock): Result[] {
  if (block.type === 'text') return block.text.trim() === '' ? [] : [block.text.trim()];
  if (block.type !== 'web_search_tool_result') return [];
  if (!Array.isArray(block.content)) return [`The search failed: ${block.content.error_code}.`];
  return [{ tool_use_id: block.tool_use_id, content: block.content.map(({ title, url }) => ({ title, url })) }];
}

function textOf(result: Result): string {
  if (typeof result === 'string') return result;
  return result.content.length === 0 ? 'Nothing was found.' : ['Links:', ...result.content.map(linkLine)].join('\n');
}
