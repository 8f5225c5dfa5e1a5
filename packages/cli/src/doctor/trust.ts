import { isTrusted, resolveSettings } from '@inboard/engine';
import type { Check } from './check.js';

/** Whether the folder is trusted, and what is left out as long as it is not. */
export const trust: Check = async (place) => {
  const trusted = isTrusted(place.cwd, place.env);
  const { notApplied } = await resolveSettings(place);
  const left = notApplied.map((text) => ({ name: 'trust', status: 'warn' as const, text: `not applied: ${text}` }));
  if (trusted) return [{ name: 'trust', status: 'ok', text: `${place.cwd} is trusted` }, ...left];
  if (left.length === 0) return [{ name: 'trust', status: 'ok', text: `${place.cwd} is not trusted, and asks for nothing that needs it` }];
  return left.map((finding) => ({ ...finding, advice: 'Look at the file, then run: inboard trust' }));
};
