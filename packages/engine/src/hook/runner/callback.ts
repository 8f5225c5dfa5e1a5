import { hooks as definitions, type HookEvent, type HookJSONOutput, type HookRegistration, type Peer } from '@inboard/wire';
import type { HandlerEnd, HookHandler } from '../handler.js';

/** Seconds a hook may take when nobody says otherwise. */
export const defaultTimeoutSeconds = 60;

/** Hooks that live in the host, as `initialize` registers them. Events we do not know are named in the answer. */
export function callbackHandlers(
  registrations: Record<string, readonly HookRegistration[]>,
  options: { peer: () => Peer<'engine'>; timeoutSeconds: number },
): { handlers: Map<HookEvent, HookHandler[]>; unknown: string[] } {
  const handlers = new Map<HookEvent, HookHandler[]>();
  const unknown: string[] = [];
  for (const [event, matchers] of Object.entries(registrations)) {
    if (isEvent(event))
      handlers.set(
        event,
        matchers.flatMap((matcher) => matcher.hookCallbackIds.map((id) => callbackHandler(id, matcher, options))),
      );
    else unknown.push(event);
  }
  return { handlers, unknown };
}

function isEvent(name: string): name is HookEvent {
  return Object.hasOwn(definitions, name);
}

function callbackHandler(
  id: string,
  matcher: HookRegistration,
  options: { peer: () => Peer<'engine'>; timeoutSeconds: number },
): HookHandler {
  return {
    name: `callback ${id}`,
    source: 'host',
    timeoutMs: (matcher.timeout ?? options.timeoutSeconds) * 1000,
    ...(matcher.matcher != null && { matcher: matcher.matcher }),
    ...(matcher.onFailure !== undefined && { onFailure: matcher.onFailure }),
    run: async ({ input, toolUseId, signal }): Promise<HandlerEnd> => {
      try {
        // A copy: what a function does to its input must not happen to the call.
        const output = await options
          .peer()
          .request(
            'hook_callback',
            { callback_id: id, input: structuredClone(input), ...(toolUseId !== undefined && { tool_use_id: toolUseId }) },
            { signal },
          );
        return { kind: 'ran', output: isAsync(output) ? {} : output };
      } catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function isAsync(output: HookJSONOutput): output is Extract<HookJSONOutput, { async: true }> {
  return 'async' in output && output.async;
}
