import { resolveModel } from '../model/catalog.js';
import type { ModelFailure } from '../model/model.js';
import type { Turn } from './turn.js';

/** Goes on with the fallback model for the rest of this turn when the model is overloaded. */
export async function fellBack(turn: Turn, failure: ModelFailure): Promise<boolean> {
  const { options, output, catalog } = turn.session;
  if (failure.category !== 'overloaded') return false;
  const names = (options.fallbackModel ?? '').split(',').map((name) => name.trim());
  const candidates = names.flatMap((name) => (name === '' ? [] : [resolveModel(name, options.env, catalog)]));
  const next = candidates[candidates.indexOf(turn.model) + 1];
  if (next === undefined || next === turn.model) return false;
  await output.notice(`${turn.model} is overloaded; ${next} takes over for this turn.`, 'warning');
  turn.model = next;
  return true;
}
