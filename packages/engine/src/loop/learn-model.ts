import { learnLimits, modelFacts } from '../model/catalog.js';
import type { Turn } from './turn.js';

const asked = new WeakMap<Turn['session'], Set<string>>();

/** Finds out about a model that is in no table, beside the request that is being made: nothing waits for it. */
export function learnModel(turn: Turn): void {
  const { session, model } = turn;
  if (modelFacts(model, session.catalog) !== session.catalog.unknown) return;
  const names = asked.get(session) ?? new Set();
  asked.set(session, names);
  if (names.has(model)) return;
  names.add(model);
  if (session.options.maxBudgetUsd !== undefined)
    void session.output.notice(`The price of ${model} is not known: its cost counts as 0, so maxBudgetUsd does not limit it.`, 'warning');
  void session.model.limitsOf?.(model, session.signal).then((limits) => limits && learnLimits(session.catalog, model, limits));
}
