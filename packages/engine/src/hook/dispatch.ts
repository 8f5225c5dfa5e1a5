import type { BaseHookInput, HookEvent, HookInputFor } from '@inboard/wire';
import { checkAnswer } from './check-answer.js';
import type { Port } from '../port/port.js';
import type { HandlerEnd, HookHandler } from './handler.js';
import { LateAnswers } from './late-answers.js';
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
  /** A hook has something to say to the person. */
  said(text: string): void;
}

export interface DispatchOptions {
  registry: HookRegistry;
  listener: HookListener;
  port: Port;
  /** What every hook is told, at this moment. */
  base: () => BaseHookInput;
  /** Makes a text of a hook short enough to pass on. */
  shorten: (text: string) => string;
}

export interface RunOptions {
  signal: AbortSignal;
  toolUseId?: string;
  /** The subagent this happens in. */
  agent?: { id: string; type: string };
  /** Told when a hook that nobody waited for wants the run to end. */
  onStop?: (reason: string) => void;
}

/** The part of a hook's input that its event defines. */
export type HookFields<E extends HookEvent> = Omit<HookInputFor<E>, keyof BaseHookInput | 'hook_event_name'> & {
  agent_id?: string;
  agent_type?: string;
};

const nothing: HookOutcome = Object.freeze({ contexts: [], systemMessages: [] });

/** Runs the hooks of events: one dispatcher for the main conversation and every subagent. */
export class HookDispatcher {
  readonly #options: DispatchOptions;
  /** Hooks that nobody waits for. */
  readonly #aside: Set<Promise<unknown>>;
  readonly #ending: AbortController;
  readonly #late = new LateAnswers();

  /** `parent` ends what this one has left running. */
  constructor(options: DispatchOptions, parent?: HookDispatcher) {
    this.#options = options;
    this.#aside = parent ? parent.#aside : new Set();
    this.#ending = parent ? parent.#ending : new AbortController();
  }

  /** The same dispatcher for a subagent: with its own hooks too, and what they are told of it. */
  forAgent(registry: HookRegistry, about: () => Partial<BaseHookInput> = () => ({})): HookDispatcher {
    const { base } = this.#options;
    return new HookDispatcher({ ...this.#options, registry, base: () => ({ ...base(), ...about() }) }, this);
  }

  /** What hooks in the background have found out for the model since it was asked the last time. */
  takeLate(): string[] {
    return this.#late.take();
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
    const runs = await Promise.all(handlers.map((handler) => this.#start(event, handler, input, options)));
    const outcome = shortened(mergeHooks(event, runs), this.#options.shorten);
    for (const text of outcome.systemMessages) this.#options.listener.said(text);
    return outcome;
  }

  /** Runs hooks of an event that only observe, while everything goes on. What they have to say is said when they are done. */
  runAside<E extends HookEvent>(event: E, fields: HookFields<E>, options: Omit<RunOptions, 'signal'>): void {
    if (!this.has(event)) return;
    const running = this.run(event, fields, { ...options, signal: this.#ending.signal });
    this.#keep(
      running.then((outcome) => {
        this.#late.add(outcome);
        if (outcome.stop !== undefined) options.onStop?.(outcome.stop);
      }),
    );
  }

  /** Gives hooks that nobody waits for a last moment, then ends them. */
  async close(): Promise<void> {
    if (this.#aside.size === 0) return;
    const timer = setTimeout(() => this.#ending.abort(new Error('the session has ended')), lastMomentMs);
    await Promise.all(this.#aside);
    clearTimeout(timer);
  }

  #keep(running: Promise<unknown>): void {
    const kept = running.finally(() => this.#aside.delete(kept));
    this.#aside.add(kept);
  }

  async #start(event: HookEvent, handler: HookHandler, input: Record<string, unknown>, options: RunOptions): Promise<HookRun> {
    if (handler.background) {
      this.#keep(this.#runOne(event, handler, input, { ...options, signal: this.#ending.signal }).then((run) => this.#hear(event, run)));
      return { handler, end: { kind: 'ran', output: {} } };
    }
    const run = await this.#runOne(event, handler, input, options);
    const later = run.end.kind === 'ran' ? run.end.later : undefined;
    if (later) this.#keep(later.then((end) => this.#hear(event, { handler, end: checkAnswer(event, end) })));
    return run;
  }

  /** An answer that comes late decides nothing; it may tell something to the person and to the model. */
  #hear(event: HookEvent, run: HookRun): void {
    const outcome = shortened(mergeHooks(event, [run]), this.#options.shorten);
    for (const text of outcome.systemMessages) this.#options.listener.said(text);
    if (!this.#late.add(outcome))
      this.#options.listener.said(`Too many answers of background hooks are waiting; one of ${run.handler.name} was dropped.`);
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
        ending: this.#ending.signal,
        ...(options.toolUseId !== undefined && { toolUseId: options.toolUseId }),
        onProgress: (stdout, stderr) => listener.progress(report, stdout, stderr),
      }),
    );
    const end = checkAnswer(event, ran);
    listener.ended(report, end, port.monotonic() - started);
    return { handler, end };
  }
}

/** How long hooks that nobody waits for may go on after the end of the session. */
const lastMomentMs = 1000;

function shortened(outcome: HookOutcome, shorten: (text: string) => string): HookOutcome {
  return {
    ...outcome,
    contexts: outcome.contexts.map(shorten),
    systemMessages: outcome.systemMessages.map(shorten),
    ...(outcome.stop !== undefined && { stop: shorten(outcome.stop) }),
    ...(outcome.block !== undefined && { block: shorten(outcome.block) }),
    ...(outcome.permission && { permission: { ...outcome.permission, reason: shorten(outcome.permission.reason) } }),
  };
}

/** The longest time a timer takes. */
const longestMs = 2 ** 31 - 1;

/** How long a handler may still take after it was told to stop. */
const stopGraceMs = 1000;

/** Gives a handler its time and no more, whatever it does. */
async function runLimited(
  handler: HookHandler,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<HandlerEnd>,
): Promise<HandlerEnd> {
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
  const timer = setTimeout(() => stop(timedOut), Math.min(handler.timeoutMs, longestMs));
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
