import type { WebSearchOutput } from '@inboard/wire';

/** What a search brought, for the host and for the model. */
export interface SearchResults {
  results: WebSearchOutput['results'];
  /** What the model reads. */
  text: string;
}

/** One link per line, as Markdown. */
export function linkLine(link: { title: string; url: string; snippet?: string }): string {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  return `- [${words(link.title) || link.url}](${link.url})${link.snippet ? `: ${words(link.snippet)}` : ''}`;
}
