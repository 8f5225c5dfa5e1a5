import type { Turn, TurnEnd } from './turn.js';

/** The limit that forbids another request, if one does. */
export function reachedLimit(turn: Turn): TurnEnd | undefined {
  const { maxTurns } = turn.session.options;
  if (maxTurns !== undefined && turn.requests >= maxTurns) return { kind: 'max_turns', limit: maxTurns };
  return reachedBudget(turn);
}

/** The budget counts everything this session has spent, subagents included. */
export function reachedBudget(turn: Turn): TurnEnd | undefined {
  const { maxBudgetUsd } = turn.session.options;
  const spent = turn.session.ledger.totalCostUsd();
  return maxBudgetUsd !== undefined && spent >= maxBudgetUsd ? { kind: 'max_budget', limit: maxBudgetUsd, spent } : undefined;
}
