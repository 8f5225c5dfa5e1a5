import { AgentError, errorText, type WebFetchInput, type WebFetchOutput } from '@inboard/wire';
import { envNumber } from '../../../port/environment.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../../define.js';
import { RefusedAddress } from '../../web/refused.js';
import { parseTarget } from '../../web/target.js';
import { allowsPrivate, fetchPage } from './fetch-page.js';
import type { Page } from './page.js';
import { pageCacheOf } from './page-cache.js';
import readerPrompt from './reader.md';
import prompt from './web-fetch.md';

const maxForModel = 100_000;
const maxExcerpt = 8000;
const cacheMs = 15 * 60 * 1000;

/** Reads a web page and answers a question about it. */
export const webFetchTool = builtinTool('WebFetch', { prompt, concurrencySafe: true, run: webFetch });

async function webFetch(input: WebFetchInput, context: ToolContext): Promise<ToolOutcome> {
  const started = context.port.monotonic();
  try {
    const page = await cachedPage(parseTarget(input.url, { allowPrivate: allowsPrivate(context.env) }), context);
    const text = page.problem ? page.text : await answer(page, input.prompt, context);
    return outcome(page, text, Math.round(context.port.monotonic() - started));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return failed(
      error instanceof RefusedAddress
        ? `${input.url} was not fetched: ${error.message}`
        : `${input.url} could not be read: ${errorText(error)}`,
    );
  }
}

async function cachedPage(url: URL, context: ToolContext): Promise<Page> {
  const cache = pageCacheOf(context.state);
  const known = cache.find(url.href, context.port.monotonic());
  if (known) return known;
  const page = await fetchPage(url, { env: context.env, signal: context.signal });
  const lifetime = envNumber(context.env, 'CLAUDE_CODE_WEBFETCH_CACHE_TTL_MS', cacheMs);
  if (page.problem !== 'status') cache.keep(url.href, page, context.port.monotonic() + lifetime);
  return page;
}

/** Asks the small model; when none answers, the page itself has to do. */
async function answer(page: Page, question: string, context: ToolContext): Promise<string> {
  try {
    const blocks = await context.askModel(
      { system: readerPrompt.trim(), prompt: readerQuestion(page, question, context.port.newId()) },
      context.signal,
    );
    const text = blocks
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n')
      .trim();
    return text === '' ? excerpt(page, 'The model that reads pages said nothing.') : text;
  } catch (error) {
    if (context.signal.aborted || !AgentError.is(error)) throw error;
    return excerpt(page, error.code === 'missing_key' ? '' : `No model could be asked about this page: ${error.message}`);
  }
}

/** The fence has a name that nobody who wrote the page could know. */
function readerQuestion(page: Page, question: string, fence: string): string {
  const cut = page.text.length > maxForModel ? `\n(${page.text.length - maxForModel} more characters were left out)` : '';
  return `<page-${fence} url=${JSON.stringify(page.url)}>\n${page.text.slice(0, maxForModel)}${cut}\n</page-${fence}>\n\nQuestion about the page above:\n${question}`;
}

function excerpt(page: Page, why: string): string {
  const rest = page.text.length - maxExcerpt;
  return [
    ...(why === '' ? [] : [`${why} This is the text of the page.`]),
    page.text.slice(0, maxExcerpt),
    ...(rest > 0 ? [`(${rest} more characters)`] : []),
  ].join('\n\n');
}

function outcome(page: Page, text: string, durationMs: number): ToolOutcome {
  const result: WebFetchOutput = { bytes: page.bytes, code: page.code, codeText: page.codeText, result: text, durationMs, url: page.url };
  return { content: text, result, ...((page.problem === 'status' || page.problem === 'type') && { isError: true }) };
}
