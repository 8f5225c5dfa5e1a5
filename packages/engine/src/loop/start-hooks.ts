import type { HookDispatcher } from '../hook/dispatch.js';

/** Runs the SessionStart hooks once, before the first prompt; returns what they want the model to know. */
export function createStartHooks(hooks: HookDispatcher, options: { source: 'startup' | 'resume' | 'fork' }): (signal: AbortSignal) => Promise<string[]> {
  let ran = false;
  return async (signal) => {
    if (ran) return [];
    ran = true;
    const outcome = await hooks.run('SessionStart', { source: options.source }, { signal });
    return outcome.contexts;
  };
}
