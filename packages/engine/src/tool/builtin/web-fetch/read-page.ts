import type { GetResponse } from '../../web/get.js';
import { decodeText } from './decode.js';
import { pageHead, type Page } from './page.js';

/** Of a page, this much is kept. */
const maxLength = 500_000;
const maxProblemLength = 1000;

/** Turns an answer into text, or into the reason why it cannot be read. */
export async function readPage(url: URL, answer: GetResponse, signal: AbortSignal): Promise<Page> {
  const page = pageHead(url, answer);
  const kind = kindOf(answer);
  const text = kind === 'pdf' || kind === 'binary' ? '' : await textOf(url, answer, kind, signal);
  if (answer.status < 200 || answer.status > 299) {
    return {
      ...page,
      text: `${url.href} answered ${answer.status} ${page.codeText}.\n${text.slice(0, maxProblemLength)}`.trim(),
      problem: 'status',
    };
  }
  if (kind === 'pdf')
    return {
      ...page,
      text: `${url.href} is a PDF, which WebFetch does not read. Download it to a file and open that with Read.`,
      problem: 'type',
    };
  if (kind === 'binary')
    return {
      ...page,
      text: `${url.href} is no text (${typeOf(answer) || 'unknown type'}). Download it to a file if you need it.`,
      problem: 'type',
    };
  return { ...page, text };
}

type Kind = 'html' | 'text' | 'pdf' | 'binary';

function kindOf(answer: GetResponse): Kind {
  const type = typeOf(answer);
  const head = answer.body.subarray(0, 1024);
  if (type === 'application/pdf' || head.toString('latin1', 0, 5) === '%PDF-') return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|toml|graphql)$/.test(type)) return 'text';
  if (type !== '' && type !== 'application/octet-stream') return 'binary';
  if (head.includes(0)) return 'binary';
  return /^\s*<(?:!doctype html|html)/i.test(head.toString('latin1')) ? 'html' : 'text';
}

function typeOf(answer: GetResponse): string {
  return (answer.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

async function textOf(url: URL, answer: GetResponse, kind: 'html' | 'text', signal: AbortSignal): Promise<string> {
  const text = decodeText(answer.body, answer.headers['content-type'] ?? '');
  if (kind === 'text') return text.slice(0, maxLength);
  const { htmlToMarkdown } = await import('./html-to-markdown.js'); // with its parser, on first use
  const { title, markdown, cut } = await htmlToMarkdown(text, { base: url, maxLength, signal });
  return [...(title === '' ? [] : [`Title: ${title}`]), markdown, ...(cut ? ['(the rest of the page was left out)'] : [])].join('\n\n');
}
