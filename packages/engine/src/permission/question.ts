import type { PermissionResult, Peer } from '@inboard/wire';
import type { HookDispatcher, RunOptions } from '../hook/dispatch.js';
import type { HookOutcome } from '../hook/merge.js';
import type { Verdict } from './verdict.js';

/** What somebody is asked about. */
export interface Question {
  toolName: string;
  toolUseId: string;
  input: Record<string, unknown>;
  verdict: Verdict;
  agentId?: string;
}

export interface QuestionOptions {
  peer: Peer<'engine'>;
  hooks: HookDispatcher;
  hookOptions: RunOptions;
  /** The host has a callback to ask. */
  hasHost: boolean;
  /** Asks a tool instead of the host; must not reject. */
  askTool?: (question: Question, signal: AbortSignal) => Promise<PermissionResult>;
  /** Milliseconds a host may take; no limit when 0. */
  timeoutMs: number;
}

/** An answer, and who gave it. */
export interface Answered {
  result: PermissionResult;
  by: 'host' | 'hook' | 'nobody';
}

/**
 * Asks the PermissionRequest hooks and the host at the same time; the first decision withdraws the
 * other question. Whatever goes wrong is a no with the reason. Never rejects.
 */
export async function askQuestion(question: Question, options: QuestionOptions): Promise<Answered> {
  const controller = new AbortController();
  const { signal } = options.hookOptions;
  const onAbort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const hooked = askHooks(question, options, controller.signal);
    if (options.hasHost) notify(question, options);
    const hosted = askAnswerer(question, options, controller.signal);
    return (await firstDecision([hooked, hosted])) ?? nobody(question);
  } finally {
    signal.removeEventListener('abort', onAbort);
    controller.abort(new Error('answered'));
  }
}

/** Whoever answers for the person: the host, a tool that was named for it, or nobody. */
async function askAnswerer(question: Question, options: QuestionOptions, signal: AbortSignal): Promise<Answered | undefined> {
  if (options.askTool) return { result: await options.askTool(question, signal), by: 'host' };
  return options.hasHost ? askHost(question, options, signal) : undefined;
}

function firstDecision(answers: Promise<Answered | undefined>[]): Promise<Answered | undefined> {
  return new Promise((resolve) => {
    let open = answers.length;
    for (const answer of answers) {
      void answer.then((decided) => {
        open -= 1;
        if (decided || open === 0) resolve(decided);
      });
    }
  });
}

/** Tells hooks that somebody is wanted. */
function notify({ toolName }: Question, { hooks, hookOptions: { signal: _, ...about } }: QuestionOptions): void {
  hooks.runAside(
    'Notification',
    { message: `Permission is needed to use ${toolName}.`, title: 'Permission needed', notification_type: 'permission_prompt' },
    about,
  );
}

async function askHooks(question: Question, options: QuestionOptions, signal: AbortSignal): Promise<Answered | undefined> {
  if (!options.hooks.has('PermissionRequest')) return undefined;
  const outcome = await options.hooks.run(
    'PermissionRequest',
    {
      tool_name: question.toolName,
      tool_input: question.input,
      ...(question.verdict.suggestions && { permission_suggestions: question.verdict.suggestions }),
    },
    { ...options.hookOptions, signal },
  );
  const result = hookResult(outcome);
  return result && { result, by: 'hook' };
}

/** A hook that failed decides nothing: the person does, or nobody. */
function hookResult(outcome: HookOutcome): PermissionResult | undefined {
  const { decision } = outcome;
  if (outcome.stop !== undefined) return { behavior: 'deny', message: outcome.stop, interrupt: true };
  if (outcome.block !== undefined) return { behavior: 'deny', message: outcome.block };
  if (decision?.behavior === 'deny')
    return {
      behavior: 'deny',
      message: decision.message ?? 'Denied by a PermissionRequest hook.',
      ...(decision.interrupt && { interrupt: true }),
    };
  return outcome.failure === undefined ? decision : undefined;
}

async function askHost(question: Question, options: QuestionOptions, signal: AbortSignal): Promise<Answered> {
  const { verdict } = question;
  const { behavior, step, rule, source, reason } = verdict;
  const limit = options.timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs)]) : signal;
  try {
    const result = await options.peer.request(
      'can_use_tool',
      {
        tool_name: question.toolName,
        input: question.input,
        tool_use_id: question.toolUseId,
        decision_reason: reason,
        trace: { behavior, step, rule, source, reason },
        ...(verdict.suggestions && { permission_suggestions: verdict.suggestions }),
        ...(verdict.blockedPath !== undefined && { blocked_path: verdict.blockedPath }),
        ...(question.agentId !== undefined && { agent_id: question.agentId }),
      },
      { signal: limit },
    );
    return { result, by: 'host' };
  } catch (error) {
    const why = limit.aborted && !signal.aborted ? `no answer within ${options.timeoutMs / 1000} s` : (error as Error).message;
    return { result: { behavior: 'deny', message: `Permission could not be asked for: ${why}` }, by: 'host' };
  }
}

function nobody(question: Question): Answered {
  const message = `${question.toolName} needs permission and nobody can be asked. ${question.verdict.reason}`;
  return { result: { behavior: 'deny', message }, by: 'nobody' };
}
