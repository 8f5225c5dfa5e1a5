import { AgentError, errorText, type WebSearchInput, type WebSearchOutput } from '@inboard/wire';
import { envNumber } from '../../../port/environment.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../../define.js';
import type { ToolState } from '../../state.js';
import { apiSearch } from './api-search.js';
import { plainDomain, type DomainFilter } from './domain-filter.js';
import { endpointSearch } from './endpoint-search.js';
import prompt from './web-search.md';

const maxPerSession = 200;
const searches = new WeakMap<ToolState, number>();

/** Searches the web. */
export const webSearchTool = builtinTool('WebSearch', { prompt, concurrencySafe: true, run: webSearch });

async function webSearch(input: WebSearchInput, context: ToolContext): Promise<ToolOutcome> {
  const filter = readFilter(input);
  if ('problem' in filter) return failed(filter.problem);
  const limit = envNumber(context.env, 'CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION', maxPerSession);
  const count = searches.get(context.state) ?? 0;
  if (count >= limit) return failed(`This session has made ${limit} web searches, which is the limit. Work with what you have.`);
  searches.set(context.state, count + 1);
  return search(input.query, filter, context);
}

async function search(query: string, filter: DomainFilter, context: ToolContext): Promise<ToolOutcome> {
  const started = context.port.monotonic();
  const endpoint = context.env.INBOARD_SEARCH_URL;
  try {
    const { results, text } = endpoint ? await endpointSearch(endpoint, query, filter, context) : await apiSearch(query, filter, context);
    const result: WebSearchOutput = { query, results, durationSeconds: (context.port.monotonic() - started) / 1000 };
    return { content: text || 'Nothing was found.', result };
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (AgentError.is(error) && error.code === 'missing_key')
      return failed(
        'Web search needs a model API or a search server: set ANTHROPIC_API_KEY, or INBOARD_SEARCH_URL to the address of a SearXNG search.',
      );
    return failed(`The search failed: ${errorText(error)}`);
  }
}

function readFilter(input: WebSearchInput): DomainFilter | { problem: string } {
  const given = { allowed: input.allowed_domains ?? [], blocked: input.blocked_domains ?? [] };
  if (given.allowed.length > 0 && given.blocked.length > 0) return { problem: 'Give allowed_domains or blocked_domains, not both.' };
  const wrong = [...given.allowed, ...given.blocked].find((domain) => plainDomain(domain) === undefined);
  if (wrong !== undefined) return { problem: `"${wrong}" is not a domain.` };
  const plain = (domains: readonly string[]) => domains.flatMap((domain) => plainDomain(domain) ?? []);
  return { allowed: plain(given.allowed), blocked: plain(given.blocked) };
}
