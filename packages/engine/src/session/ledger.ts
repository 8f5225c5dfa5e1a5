import type { ModelUsage, NonNullableUsage } from '@inboard/wire';
import { defaultCatalog, modelFacts, type ModelCatalog } from '../model/catalog.js';
import { costOf, type TokenCounts } from '../model/price.js';

/** One API request and what it used. Every sum is made of these rows. */
export interface LedgerRow {
  requestId: string | null;
  model: string;
  tokens: TokenCounts;
  /** Nothing when the model has no known price or the counters made no sense. */
  costUsd?: number;
  durationMs: number;
  /** The subagent that asked, if one did. */
  agentId?: string;
  /** The table of prices that the cost comes from. */
  priceVersion?: string;
  /** How many requests a row of sums stands for. */
  requests?: number;
}

/** The requests of a session. */
export class Ledger {
  readonly #rows: LedgerRow[];
  readonly #catalog: ModelCatalog;

  /** Goes on from the rows of a stored session. */
  constructor(catalog: ModelCatalog = defaultCatalog, restored: readonly LedgerRow[] = []) {
    this.#catalog = catalog;
    this.#rows = [...restored];
  }

  /** How many rows there are: remember it to sum what came after. */
  get length(): number {
    return this.#rows.length;
  }

  /** How many requests there were. */
  get requests(): number {
    return sum(this.#rows, requestsOf);
  }

  add(row: Omit<LedgerRow, 'costUsd' | 'priceVersion'>, options: { priced: boolean }): LedgerRow {
    const costUsd = options.priced ? costOf(row.model, row.tokens, this.#catalog) : undefined;
    const { date } = this.#catalog;
    const full: LedgerRow = { ...row, ...(costUsd !== undefined && { costUsd, ...(date !== undefined && { priceVersion: date }) }) };
    this.#rows.push(full);
    return full;
  }

  /** The same sums in as few rows as possible. */
  condensed(): LedgerRow[] {
    const rows = new Map<string, LedgerRow>();
    for (const row of this.#rows) {
      const key = JSON.stringify([row.model, row.agentId, row.costUsd === undefined, row.priceVersion]);
      const so = rows.get(key);
      rows.set(key, so ? added(so, row) : { ...row, requestId: null });
    }
    return [...rows.values()];
  }

  totalCostUsd(from = 0): number {
    return sum(this.#rows.slice(from), (row) => row.costUsd ?? 0);
  }

  durationMs(from = 0): number {
    return sum(this.#rows.slice(from), (row) => row.durationMs);
  }

  /** Counters of the main conversation, in the shape of the API. */
  usage(from = 0): NonNullableUsage {
    return this.usageOf(undefined, from);
  }

  /** Counters of one subagent, or of the main conversation. */
  usageOf(agentId: string | undefined, from = 0): NonNullableUsage {
    const rows = this.#rows.slice(from).filter((row) => row.agentId === agentId);
    const total = (pick: (tokens: TokenCounts) => number) => sum(rows, (row) => pick(row.tokens));
    return {
      input_tokens: total((tokens) => tokens.input),
      cache_creation_input_tokens: total((tokens) => tokens.cacheWrite5m + tokens.cacheWrite1h),
      cache_read_input_tokens: total((tokens) => tokens.cacheRead),
      output_tokens: total((tokens) => tokens.output),
      server_tool_use: { web_search_requests: total((tokens) => tokens.webSearches), web_fetch_requests: 0 },
      service_tier: 'standard',
      cache_creation: {
        ephemeral_1h_input_tokens: total((tokens) => tokens.cacheWrite1h),
        ephemeral_5m_input_tokens: total((tokens) => tokens.cacheWrite5m),
      },
      inference_geo: '',
      iterations: [],
      speed: 'standard',
    } as unknown as NonNullableUsage; // the API's type has fields for products we have no part in
  }

  /** Sums by model over the whole session. */
  modelUsage(): Record<string, ModelUsage> {
    const models: Record<string, ModelUsage> = {};
    for (const row of this.#rows) {
      const facts = modelFacts(row.model, this.#catalog);
      const so = (models[row.model] ??= {
        inputTokens: 0,
        outputTokens: 0,
        cacheReadInputTokens: 0,
        cacheCreationInputTokens: 0,
        webSearchRequests: 0,
        costUSD: 0,
        contextWindow: facts.context,
        maxOutputTokens: facts.maxOutput,
      });
      so.inputTokens += row.tokens.input;
      so.outputTokens += row.tokens.output;
      so.cacheReadInputTokens += row.tokens.cacheRead;
      so.cacheCreationInputTokens += row.tokens.cacheWrite5m + row.tokens.cacheWrite1h;
      so.webSearchRequests += row.tokens.webSearches;
      so.costUSD += row.costUsd ?? 0;
      if (row.costUsd === undefined) so.costBasis = 'unknown';
    }
    return models;
  }
}

function requestsOf({ requests = 1 }: LedgerRow): number {
  return requests;
}

function sum(rows: LedgerRow[], pick: (row: LedgerRow) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

function added(a: LedgerRow, b: LedgerRow): LedgerRow {
  const tokens = Object.fromEntries(Object.entries(a.tokens).map(([name, count]) => [name, count + b.tokens[name as keyof TokenCounts]]));
  return {
    ...a,
    tokens: tokens as unknown as TokenCounts, // the same names
    durationMs: a.durationMs + b.durationMs,
    requests: requestsOf(a) + requestsOf(b),
    ...(a.costUsd !== undefined && { costUsd: a.costUsd + (b.costUsd ?? 0) }),
  };
}
