import type { Body } from './body.js';

/** A change that makes a refused request acceptable. */
export interface Adjustment {
  /** What is done, for people. */
  readonly notice: string;
  apply(body: Body): Body;
}

/** Parameters the API may do without, and how it speaks of them. */
const optional = {
  thinking: /\bthinking\b/i,
  output_config: /\boutput_config\b|\beffort\b/i,
  cache_control: /\bcache_control\b/i,
} as const;

/** How a request can be changed so that this refusal goes away, if it can. */
export function adjustmentFor(body: Body, refusal: string): Adjustment | undefined {
  return lowerLimit(body, refusal) ?? leaveOut(body, refusal);
}

/** Some models write less than we ask for: `max_tokens: 32000 > 8192, which is the maximum…`. */
function lowerLimit(body: Body, refusal: string): Adjustment | undefined {
  const limit = Number(/max_tokens: \d+ > (\d+)/.exec(refusal)?.[1]);
  if (!(limit > 0 && limit < Number(body.max_tokens))) return undefined;
  return {
    notice: `The model writes at most ${limit} tokens; it was asked again with that limit.`,
    apply: (each) => (Number(each.max_tokens) > limit ? { ...each, max_tokens: limit } : each),
  };
}

function leaveOut(body: Body, refusal: string): Adjustment | undefined {
  const name = (Object.keys(optional) as (keyof typeof optional)[]).find((each) => each in body && optional[each].test(refusal));
  return (
    name && { notice: `The model refused the parameter "${name}"; it was asked again without it.`, apply: (each) => without(each, name) }
  );
}

/** The body without one parameter, wherever it stands. */
function without(body: Body, name: string): Body {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
  if (name !== 'cache_control' || !Array.isArray(rest.system)) return rest;
  return { ...rest, system: (rest.system as Body[]).map(({ type, text }) => ({ type, text })) };
}
