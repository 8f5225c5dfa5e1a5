import { STATUS_CODES } from 'node:http';
import type { GetResponse } from '../../web/get.js';

/** What an address answered, as text. */
export interface Page {
  url: string;
  code: number;
  codeText: string;
  bytes: number;
  /** Markdown for HTML, the text itself otherwise. */
  text: string;
  /** Set when the text is no page but says why there is none. */
  problem?: 'redirect' | 'status' | 'type';
}

/** A page without its text. */
export function pageHead(url: URL, answer: GetResponse): Omit<Page, 'text'> {
  return {
    url: url.href,
    code: answer.status,
    codeText: answer.statusText || (STATUS_CODES[answer.status] ?? ''),
    bytes: answer.body.length,
  };
}
