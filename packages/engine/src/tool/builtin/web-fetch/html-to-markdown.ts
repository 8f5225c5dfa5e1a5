import { setImmediate as nextTick } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { MarkdownWriter } from './markdown-writer.js';

/** Deeper nesting than this is no page that people wrote. */
const maxDepth = 400;
const chunkLength = 64 * 1024;

export interface Converted {
  title: string;
  markdown: string;
  /** The rest of the page was left out. */
  cut: boolean;
}

/** Turns a page into Markdown in one pass without a tree: the time grows with the length alone, whatever the page does. */
export async function htmlToMarkdown(html: string, options: { base: URL; maxLength: number; signal: AbortSignal }): Promise<Converted> {
  const page = new PageConverter(options.base);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => page.open(name, attributes),
      ontext: (text) => page.text(text),
      onclosetag: (name) => page.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  const full = () => page.tooDeep || page.writer.length > options.maxLength;
  let at = 0;
  for (; at < html.length && !full() && !options.signal.aborted; at += chunkLength) {
    parser.write(html.slice(at, at + chunkLength));
    await nextTick();
  }
  const cut = full() || at < html.length;
  if (!cut) parser.end();
  return { title: page.title.trim().replace(/\s+/g, ' '), markdown: page.writer.toString().slice(0, options.maxLength), cut };
}

type Attributes = Record<string, string>;

/** What people do not see on a page is not shown to the model either. */
const invisible = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'canvas', 'select', 'dialog']);
const blocks = new Set(
  'address article aside dd div dl dt fieldset figcaption figure footer form header main nav section details summary'.split(' '),
);
const marks: Record<string, string> = { b: '**', strong: '**', i: '_', em: '_', code: '`' };

class PageConverter {
  readonly writer = new MarkdownWriter();
  title = '';
  tooDeep = false;
  readonly #base: URL;
  #depth = 0;
  #hiddenDepth = 0;
  #inTitle = false;
  #pre = 0;
  #links: string[] = [];
  #lists: { ordered: boolean; items: number }[] = [];
  #cells = 0;
  #rows = 0;

  constructor(base: URL) {
    this.#base = base;
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) this.tooDeep = true;
    if (this.#hiddenDepth > 0 || invisible.has(name) || isHidden(attributes)) this.#hiddenDepth += 1;
    else if (!this.tooDeep) this.#begin(name, attributes);
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0 || this.tooDeep) return;
    if (this.#inTitle) this.title += text;
    else if (this.#pre > 0) this.writer.verbatim(text);
    else this.writer.write(text);
  }

  close(name: string): void {
    this.#depth -= 1;
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else if (!this.tooDeep) this.#finish(name);
  }

  #begin(name: string, attributes: Attributes): void {
    const { writer } = this;
    if (/^h[1-6]$/.test(name)) return (writer.breakLine(2), writer.open(`${'#'.repeat(Number(name[1]))} `));
    if (blocks.has(name)) return writer.breakLine(1);
    if (marks[name] !== undefined && this.#pre === 0) return writer.open(marks[name]);
    switch (name) {
      case 'title':
        this.#inTitle = this.title === '';
        return;
      case 'p':
        return writer.breakLine(2);
      case 'br':
        return writer.breakLine(1);
      case 'hr':
        return (writer.breakLine(2), writer.verbatim('---'), writer.breakLine(2));
      case 'pre':
        this.#pre += 1;
        return (writer.breakLine(2), writer.verbatim('```\n'));
      case 'blockquote':
        writer.breakLine(2);
        writer.quotes += 1;
        return;
      case 'a':
        this.#links.push(this.#address(attributes.href));
        return writer.open('[');
      case 'img':
        return this.#image(attributes);
      case 'ul':
      case 'ol':
        writer.breakLine(this.#lists.length === 0 ? 2 : 1);
        return void this.#lists.push({ ordered: name === 'ol', items: 0 });
      case 'li':
        return this.#item();
      default:
        return this.#beginTablePart(name);
    }
  }

  #finish(name: string): void {
    const { writer } = this;
    if (/^h[1-6]$/.test(name)) return (writer.close(`${'#'.repeat(Number(name[1]))} `, ''), writer.breakLine(2));
    if (blocks.has(name) || name === 'li') return writer.breakLine(1);
    if (marks[name] !== undefined && this.#pre === 0) return writer.close(marks[name], marks[name]);
    switch (name) {
      case 'title':
        this.#inTitle = false;
        return;
      case 'p':
        return writer.breakLine(2);
      case 'pre':
        this.#pre -= 1;
        return (writer.verbatim('\n```'), writer.breakLine(2));
      case 'blockquote':
        writer.quotes -= 1;
        return writer.breakLine(2);
      case 'a': {
        const address = this.#links.pop();
        if (address === undefined) return; // a page that ends inside a tag
        return writer.close('[', address === '' ? ']' : `](${address})`);
      }
      case 'ul':
      case 'ol':
        this.#lists.pop();
        return writer.breakLine(this.#lists.length === 0 ? 2 : 1);
      default:
        return this.#finishTablePart(name);
    }
  }

  #beginTablePart(name: string): void {
    if (name === 'table') this.#rows = 0;
    if (name === 'table') this.writer.breakLine(2);
    if (name === 'tr') this.#cells = 0;
    if (name === 'tr') this.writer.breakLine(1);
    if (name !== 'td' && name !== 'th') return;
    this.#cells += 1;
    this.writer.write(this.#cells === 1 ? '| ' : ' | ');
    this.writer.oneLine = true;
  }

  #finishTablePart(name: string): void {
    if (name === 'td' || name === 'th') this.writer.oneLine = false;
    if (name === 'tr' && this.#cells > 0) this.#endRow();
    if (name === 'table') this.writer.breakLine(2);
  }

  #endRow(): void {
    this.writer.write(' |');
    if ((this.#rows += 1) === 1) this.writer.verbatim(`\n|${' - |'.repeat(this.#cells)}`);
    this.writer.breakLine(1);
    this.#cells = 0;
  }

  #item(): void {
    const list = this.#lists.at(-1) ?? { ordered: false, items: 0 };
    list.items += 1;
    this.writer.breakLine(1);
    this.writer.open(`${'  '.repeat(Math.max(0, this.#lists.length - 1))}${list.ordered ? `${list.items}.` : '-'} `);
  }

  #image({ alt = '', src }: Attributes): void {
    const address = this.#address(src);
    if (alt.trim() !== '' && address !== '') this.writer.write(`![${alt.trim()}](${address})`);
  }

  /** A link as a whole address; empty for what leads to no page. */
  #address(link: string | undefined): string {
    if (link === undefined || link.startsWith('#') || !URL.canParse(link, this.#base.href)) return '';
    const url = new URL(link, this.#base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
  }
}

function isHidden(attributes: Attributes): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
  );
}
