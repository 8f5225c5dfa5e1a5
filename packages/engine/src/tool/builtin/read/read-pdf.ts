import type { ApiContentBlockParam, ReadInput, ReadOutput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { parsePages, type PageRange } from './page-range.js';
import { maxOutput, type ReadFile } from './read-file.js';
import { readLimit, startThread, ThreadLimit } from './thread.js';

const maxFileBytes = 32 * 1024 * 1024;
/** A PDF up to this size goes to the model itself too, which sees its figures then. */
const maxDocumentBytes = 3 * 1024 * 1024;
const maxUnasked = 10;

/** Reads pages of a PDF as text; a small one that is read whole also as a document. */
export async function readPdf({ path, handle, stat }: ReadFile, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  if (stat.size > maxFileBytes)
    throw new Refusal(`${path} is a PDF of ${formatSize(stat.size)}; at most ${formatSize(maxFileBytes)} can be read.`);
  const bytes = await readUpTo(handle, stat, maxFileBytes);
  const pdf = await openPdf(bytes, path, context);
  try {
    if (input.pages === undefined && pdf.numPages > maxUnasked) {
      throw new Refusal(`${path} has ${pdf.numPages} pages. Say which ones with "pages", such as 1-5; at most 20 at a time.`);
    }
    const range = input.pages === undefined ? { first: 1, last: pdf.numPages } : parsePages(input.pages, pdf.numPages);
    const text = await pageTexts(pdf, range, maxOutput(context.env));
    const isWhole = range.first === 1 && range.last === pdf.numPages && bytes.length <= maxDocumentBytes;
    return isWhole ? asDocument(path, text, bytes) : asText(path, text);
  } catch (error) {
    throw context.signal.aborted ? error : explain(error, path);
  } finally {
    await pdf.close();
  }
}

/** Runs in a thread. Scripts in the file are never run. */
const program = `({ getDocumentProxy }) => {
  let pdf;
  return {
    open: async (bytes) => {
      pdf = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
      return pdf.numPages;
    },
    textOf: async (number) => {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\\n' : '') : '')).join('');
    },
  };
}`;

interface Pdf {
  numPages: number;
  textOf(page: number): Promise<string>;
  close(): Promise<void>;
}

async function openPdf(bytes: Buffer, path: string, context: ToolContext): Promise<Pdf> {
  const thread = startThread({ module: 'unpdf', program, timeoutMs: readLimit(context.env), signal: context.signal });
  try {
    const numPages = await thread.ask<number>('open', new Uint8Array(bytes));
    return { numPages, textOf: (page) => thread.ask('textOf', page), close: () => thread.close() };
  } catch (error) {
    await thread.close();
    throw context.signal.aborted ? error : explain(error, path);
  }
}

/** Whatever goes wrong with the file is a refusal. */
function explain(error: unknown, path: string): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  if (error instanceof ThreadLimit) return new Refusal(`${path} is a PDF that cannot be read here: ${error.message}. Other pages may do.`);
  if (error.name === 'PasswordException') return new Refusal(`${path} is a PDF with a password; it cannot be read.`);
  return new Refusal(`${path} is a damaged PDF: ${error.message}`);
}

async function pageTexts(pdf: Pdf, { first, last }: PageRange, room: number): Promise<string> {
  const parts: string[] = [];
  let used = 0;
  for (let number = first; number <= last; number += 1) {
    const text = await pdf.textOf(number);
    used += text.length;
    if (used > room && parts.length > 0) {
      parts.push(`(no more fits into one result; read on with pages ${number}-${last})`);
      break;
    }
    parts.push(`Page ${number} of ${pdf.numPages}\n${text.trim() === '' ? '(no text; it may be a picture)' : text.slice(0, room)}`);
  }
  return parts.join('\n\n');
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
