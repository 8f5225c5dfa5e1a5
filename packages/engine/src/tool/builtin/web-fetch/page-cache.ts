import type { ToolState } from '../../state.js';
import type { Page } from './page.js';

const maxPages = 50;
const maxCharacters = 20_000_000;

interface Kept {
  page: Page;
  until: number;
}

/** Pages read lately, the least used dropped first. */
export class PageCache {
  readonly #pages = new Map<string, Kept>();
  #characters = 0;

  find(url: string, now: number): Page | undefined {
    const kept = this.#pages.get(url);
    if (!kept) return undefined;
    this.#drop(url);
    if (kept.until <= now) return undefined;
    this.#put(url, kept);
    return kept.page;
  }

  keep(url: string, page: Page, until: number): void {
    this.#drop(url);
    this.#put(url, { page, until });
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages && this.#characters <= maxCharacters) return;
      this.#drop(oldest);
    }
  }

  #put(url: string, kept: Kept): void {
    this.#pages.set(url, kept);
    this.#characters += kept.page.text.length;
  }

  #drop(url: string): void {
    const kept = this.#pages.get(url);
    if (!kept) return;
    this.#pages.delete(url);
    this.#characters -= kept.page.text.length;
  }
}

const caches = new WeakMap<ToolState, PageCache>();

/** The pages of one session. Sessions share none: they may differ in what they are allowed to fetch. */
export function pageCacheOf(state: ToolState): PageCache {
  const cache = caches.get(state) ?? new PageCache();
  caches.set(state, cache);
  return cache;
}
