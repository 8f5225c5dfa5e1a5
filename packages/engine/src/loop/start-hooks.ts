import type { HookDispatcher } from '../hook/dispatch.js';

/** What the hooks at the start of a session came to. */
export interface StartOutcome {
  /** What the model should know. */
  contexts: string[];
  /** A hook wants everything to end here, with the reason. */
  stop?: string;
}

export interface StartOptions {
  source: 'startup' | 'resume' | 'fork';
  model: () => string;
  /** Runs the Setup hooks first. */
  setup?: 'init' | 'maintenance';
}

/** Runs the Setup and SessionStart hooks once, before the first prompt. */
export function createStartHooks(hooks: HookDispatcher, options: StartOptions): (signal: AbortSignal) => Promise<StartOutcome> {
  let ran = false;
  return async (signal) => {
    if (ran) return { contexts: [] };
    ran = true;
    const setup = options.setup && (await hooks.run('Setup', { trigger: options.setup }, { signal }));
    const start = await hooks.run('SessionStart', { source: options.source, model: options.model() }, { signal });
    const stop = setup?.stop ?? start.stop;
    return { contexts: [...(setup?.contexts ?? []), ...start.contexts], ...(stop !== undefined && { stop }) };
  };
}
