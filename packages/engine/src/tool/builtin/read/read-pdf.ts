import type { ApiContentBlockParam, ReadInput, ReadOutput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { parsePages, type PageRange } from './page-range.js';
import { maxOutput, type ReadFile } from './read-file.js';

const maxFileBytes = 32 * 1024 * 1024;
/** A PDF up to this size goes to the model itself too, which sees its figures then. */
const maxDocumentBytes = 3 * 1024 * 1024;
const maxUnasked = 10;

/** Reads pages of a PDF as text; a small one that is read whole also as a document. */
export async function readPdf({ path, handle, stat }: ReadFile, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  if (stat.size > maxFileBytes)
    throw new Refusal(`${path} is a PDF of ${formatSize(stat.size)}; at most ${formatSize(maxFileBytes)} can be read.`);
  const bytes = await readUpTo(handle, stat, maxFileBytes);
  const pdf = await openPdf(bytes, path);
  try {
    if (input.pages === undefined && pdf.numPages > maxUnasked) {
      throw new Refusal(`${path} has ${pdf.numPages} pages. Say which ones with "pages", such as 1-5; at most 20 at a time.`);
    }
    const range = input.pages === undefined ? { first: 1, last: pdf.numPages } : parsePages(input.pages, pdf.numPages);
    const text = await pageTexts(pdf, range, { room: maxOutput(context.env), signal: context.signal });
    const isWhole = range.first === 1 && range.last === pdf.numPages && bytes.length <= maxDocumentBytes;
    return isWhole ? asDocument(path, text, bytes) : asText(path, text);
  } finally {
    await pdf.cleanup();
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

async function openPdf(bytes: Buffer, path: string): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf');
  // A copy, because the reader takes the memory over. Scripts in the file are never run.
  return getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 }).catch((error: Error) => {
    if (error.name === 'PasswordException') throw new Refusal(`${path} is a PDF with a password; it cannot be read.`);
    throw new Refusal(`${path} is a damaged PDF: ${error.message}`);
  });
}

async function pageTexts(pdf: Pdf, { first, last }: PageRange, limits: { room: number; signal: AbortSignal }): Promise<string> {
  const parts: string[] = [];
  let used = 0;
  for (let number = first; number <= last; number += 1) {
    limits.signal.throwIfAborted();
    const text = await pageText(pdf, number);
    used += text.length;
    if (used > limits.room && parts.length > 0) {
      parts.push(`(no more fits into one result; read on with pages ${number}-${last})`);
      break;
    }
    parts.push(`Page ${number} of ${pdf.numPages}\n${text.trim() === '' ? '(no text; it may be a picture)' : text.slice(0, limits.room)}`);
  }
  return parts.join('\n\n');
}

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

function asDocument(path: string, text: string, bytes: Buffer): ToolOutcome {
  const base64 = bytes.toString('base64');
  const result: ReadOutput = { type: 'pdf', file: { filePath: path, base64, originalSize: bytes.length } };
  const content: ApiContentBlockParam[] = [
    { type: 'text', text },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: base64 } },
  ];
  return { content, result };
}

function asText(path: string, text: string): ToolOutcome {
  const lines = text.split('\n').length;
  const result: ReadOutput = { type: 'text', file: { filePath: path, content: text, numLines: lines, startLine: 1, totalLines: lines } };
  return { content: text, result };
}
