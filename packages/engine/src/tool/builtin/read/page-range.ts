import { Refusal } from '../file/refusal.js';

/** Pages of a document, counted from 1, both included. */
export interface PageRange {
  first: number;
  last: number;
}

const maxPages = 20;

/** Understands `3`, `1-5` and `7-` for a document of so many pages. */
export function parsePages(text: string, total: number): PageRange {
  const found = /^\s*(\d+)\s*(-?)\s*(\d*)\s*$/.exec(text);
  if (!found || (found[2] === '' && found[3] !== '')) throw new Refusal(`"${text}" are no pages: write 3, 1-5 or 7-.`);
  const first = Number(found[1]);
  const last = found[2] === '' ? first : Math.min(total, found[3] === '' ? total : Number(found[3]));
  if (first < 1 || first > total) throw new Refusal(`The document has ${total} page${total === 1 ? '' : 's'}; there is no page ${first}.`);
  if (last < first) throw new Refusal(`"${text}" ends before it begins.`);
  if (last - first + 1 > maxPages) throw new Refusal(`At most ${maxPages} pages can be read at a time; "${text}" are ${last - first + 1}.`);
  return { first, last };
}
