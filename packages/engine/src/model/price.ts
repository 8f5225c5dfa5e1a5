import { defaultCatalog, modelFacts, type ModelCatalog } from './catalog.js';

/** Tokens of one request, by class. */
export interface TokenCounts {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  webSearches: number;
}

export const noTokens: TokenCounts = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };

/** What a request cost in dollars; nothing when the model has no known price. */
export function costOf(model: string, tokens: TokenCounts, catalog: ModelCatalog = defaultCatalog): number | undefined {
  const facts = modelFacts(model, catalog);
  const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
  const price = facts.longPrompt && prompt > facts.longPrompt.over ? facts.longPrompt.price : facts.price;
  if (!price) return undefined;
  const perMillion =
    tokens.input * price.input +
    tokens.output * price.output +
    tokens.cacheRead * price.read +
    tokens.cacheWrite5m * price.write5m +
    tokens.cacheWrite1h * price.write1h;
  return perMillion / 1e6 + (tokens.webSearches * catalog.webSearchPerThousand) / 1000;
}
