import type { TokenCounts } from './price.js';

/** Counters as the API reports them; anything may be missing or nonsense. */
export type RawUsage = Readonly<Record<string, unknown>>;

/** Takes what a later event says over what an earlier one said. */
export function mergeUsage(earlier: RawUsage, later: unknown): RawUsage {
  if (typeof later !== 'object' || later === null) return earlier;
  const told = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(told) };
}

/** Reads counters defensively: a missing, negative or non-numeric one counts as 0. */
export function countTokens(usage: RawUsage): TokenCounts {
  const created = record(usage.cache_creation);
  const write1h = count(created.ephemeral_1h_input_tokens);
  const writes = count(usage.cache_creation_input_tokens);
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(usage.cache_read_input_tokens),
    cacheWrite5m: Math.max(writes - write1h, count(created.ephemeral_5m_input_tokens)),
    cacheWrite1h: write1h,
    webSearches: count(record(usage.server_tool_use).web_search_requests),
  };
}

const needed = ['input_tokens', 'output_tokens'];
const perhaps = ['cache_read_input_tokens', 'cache_creation_input_tokens'];

/** Whether the counters can be trusted to price a request: the main ones are there, and none is nonsense. */
export function isSaneUsage(usage: RawUsage): boolean {
  return (
    needed.every((name) => isCount(usage[name])) &&
    perhaps.every((name) => usage[name] === undefined || usage[name] === null || isCount(usage[name]))
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // which makes it a number
}

function count(value: unknown): number {
  return isCount(value) ? value : 0;
}

function record(value: unknown): RawUsage {
  return typeof value === 'object' && value !== null ? (value as RawUsage) : {};
}
