import type { BaseHookInput, HookEvent, HookInputFor } from '@inboard/wire';
import { checkAnswer } from './check-answer.js';
import type { Port } from '../port/port.js';
import type { HandlerEnd, HookHandler } from './handler.js';
import { mergeHooks, type HookOutcome, type HookRun } from './merge.js';
import type { HookRegistry } from './registry.js';

/** A hook run, as it is told to the host. */
export interface HookReport {
  hookId: string;
  event: HookEvent;
  handler: HookHandler;
}

/** Tells the host of hooks. */
export interface HookListener {
  started(report: HookReport): void;
  progress(report: HookReport, stdout: string, stderr: string): void;
  ended(report: HookReport, end: HandlerEnd, durationMs: number): void;
}

export interface DispatchOptions {
  registry: HookRegistry;
  listener: HookListener;
  port: Port;
  /** What every hook is told, at this moment. */
  base: () => BaseHookInput;
}

export interface RunOptions {
  signal: AbortSignal;
  toolUseId?: string;
  /** The subagent this happens in. */
  agent?: { id: string; type: string };
}

/** The part of a hook's input that its event defines. */
export type HookFields<E extends HookEvent> = Omit<HookInputFor<E>, keyof BaseHookInput | 'hook_event_name'> & { agent_id?: string; agent_type?: string };

const nothing: HookOutcome = Object.freeze({ contexts: [], systemMessages: [] });

/** Runs the hooks of events: one dispatcher for the main conversation and every subagent. */
export class HookDispatcher {
  readonly #options: DispatchOptions;

  constructor(options: DispatchOptions) {
    this.#options = options;
  }

  /** The same dispatcher with other hooks, for a subagent that brings some. */
  withRegistry(registry: HookRegistry): HookDispatcher {
    return new HookDispatcher({ ...this.#options, registry });
  }

  has(event: HookEvent): boolean {
    return this.#options.registry.has(event);
  }

  /** Runs all hooks of an event side by side and puts their answers together. Never rejects. */
  async run<E extends HookEvent>(event: E, fields: HookFields<E>, options: RunOptions): Promise<HookOutcome> {
    const { registry, base } = this.#options;
    if (!registry.has(event)) return nothing;
    const agent = options.agent ? { agent_id: options.agent.id, agent_type: options.agent.type } : {};
    const input: Record<string, unknown> = { ...base(), ...agent, hook_event_name: event, ...fields };
    const handlers = registry.select(event, input);
    const runs = await Promise.all(handlers.map((handler) => this.#runOne(event, handler, input, options)));
    return mergeHooks(event, runs);
  }

  async #runOne(event: HookEvent, handler: HookHandler, input: Record<string, unknown>, options: RunOptions): Promise<HookRun> {
    const { listener, port } = this.#options;
    const report: HookReport = { hookId: port.newId(), event, handler };
    const started = port.monotonic();
    listener.started(report);
    const ran = await runLimited(handler, options.signal, (signal) =>
      handler.run({
        event,
        input,
        signal,
        ...(options.toolUseId !== undefined && { toolUseId: options.toolUseId }),
        onProgress: (stdout, stderr) => listener.progress(report, stdout, stderr),
      }),
    );
    const end = checkAnswer(event, ran);
    listener.ended(report, end, port.monotonic() - started);
    return { handler, end };
  }
}

/** How long a handler may still take after it was told to stop. */
const stopGraceMs = 1000;

/** Gives a handler its time and no more, whatever it does. */
async function runLimited(handler: HookHandler, outer: AbortSignal, run: (signal: AbortSignal) => Promise<HandlerEnd>): Promise<HandlerEnd> {
  const controller = new AbortController();
  const timedOut: HandlerEnd = { kind: 'timed_out', reason: `no answer within ${handler.timeoutMs / 1000} s.` };
  const cancelled: HandlerEnd = { kind: 'cancelled', reason: 'the call was interrupted.' };
  let early: HandlerEnd | undefined;
  let giveUp: ((end: HandlerEnd) => void) | undefined;
  const abandoned = new Promise<HandlerEnd>((resolve) => (giveUp = resolve));
  const stop = (end: HandlerEnd) => {
    early ??= end;
    controller.abort(new Error(end.kind));
    setTimeout(() => giveUp!(end), stopGraceMs).unref();
  };
  const onAbort = () => stop(cancelled);
  const timer = setTimeout(() => stop(timedOut), handler.timeoutMs);
  outer.addEventListener('abort', onAbort, { once: true });
  if (outer.aborted) onAbort();
  try {
    const end = await Promise.race([run(controller.signal), abandoned]);
    return early ? { ...end, ...early } : end;
  } catch (error) {
    return early ?? { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', onAbort);
  }
}
