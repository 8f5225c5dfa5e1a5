import type { PermissionTrace, PermissionUpdate } from '@inboard/wire';
import type { ToolCall } from './pipeline/call.js';
import type { Permission, Permit } from './pipeline/permit.js';
import { withOpinion } from '../permission/opinion.js';
import { askQuestion, type QuestionOptions } from '../permission/question.js';
import type { PermissionState } from '../permission/state.js';
import type { Verdict } from '../permission/verdict.js';

export interface GateOptions {
  state: PermissionState;
  /** What the question needs, for this call. */
  question(call: ToolCall): QuestionOptions;
  /** The folder a shell command would run in. */
  shellCwd(): string;
  agentId?: string;
  /** Told of each decision. */
  onDecision(call: ToolCall, trace: PermissionTrace): void;
  /** Told of each call that is not allowed; `asked` when somebody said no. */
  onDenied(call: ToolCall, permit: Extract<Permit, { behavior: 'deny' }>, asked: boolean): Promise<void>;
  /** Told of permission updates that could not be applied. */
  onProblem(text: string): void;
}

/** The one decision on every call, at every depth: rules and mode, hooks, and whoever can be asked. */
export function createGate(options: GateOptions): Permission {
  const { state } = options;
  const asked = new WeakSet<ToolCall>();
  /** What calls were judged by that somebody was asked about. */
  const waitedFor = new WeakMap<ToolCall, Verdict>();

  return {
    ask: async (call) => {
      const judged = judge(call);
      const verdict = withOpinion(judged, call.hookOpinion, { needsUser: call.tool!.needsUser ?? false, mode: state.mode });
      if (verdict.behavior === 'ask') waitedFor.set(call, judged);
      const permit = verdict.behavior === 'ask' ? await askAbout(call, verdict) : settled(call, verdict);
      options.onDecision(call, permit.trace);
      return permit;
    },
    recheck: (call) => {
      const verdict = judge(call);
      waitedFor.set(call, verdict);
      return settled(
        call,
        verdict.behavior === 'ask' ? { ...verdict, behavior: 'allow', reason: `Allowed with a changed input. ${verdict.reason}` } : verdict,
      );
    },
    confirm: (call) => {
      const before = waitedFor.get(call);
      if (before === undefined) return undefined; // decided at once, from what is still so
      const verdict = judge(call);
      if (verdict.step === 'denyRules') return denial(call, verdict);
      const moved = verdict.behavior === 'allow' ? undefined : movedPath(before, verdict);
      return moved === undefined ? undefined : denial(call, { ...verdict, step: 'confirm', reason: movedReason(moved) });
    },
    denied: (call, permit) => options.onDenied(call, permit, asked.has(call)),
  };

  /** Only shell commands start from the folder the shell is in. */
  function judge(call: ToolCall): Verdict {
    const tool = call.tool!.name; // `find` has set the tool
    const verdict = state.judge({ tool, input: call.input }, tool === 'Bash' ? options.shellCwd() : undefined);
    if (verdict.paths) call.judgedPaths = verdict.paths;
    return verdict;
  }

  async function askAbout(call: ToolCall, verdict: Verdict): Promise<Permit> {
    const question = {
      toolName: call.tool!.name,
      toolUseId: call.id,
      // A copy: what a callback does to its input must not happen to the call.
      input: structuredClone(call.input),
      verdict,
      ...(options.agentId !== undefined && { agentId: options.agentId }),
    };
    const { result, by } = await askQuestion(question, options.question(call));
    if (by !== 'nobody') asked.add(call);
    const trace: PermissionTrace = {
      behavior: result.behavior,
      step: by === 'hook' ? 'hookDecision' : 'askHost',
      rule: null,
      source: by,
      reason: verdict.reason,
    };
    if (result.behavior === 'deny')
      return {
        behavior: 'deny',
        trace: { ...trace, reason: result.message },
        message: result.message,
        ...(result.interrupt && { interrupt: true }),
      };
    applyUpdates(result.updatedPermissions ?? []);
    const changed = result.updatedInput && JSON.stringify(result.updatedInput) !== JSON.stringify(call.input);
    return { behavior: 'allow', trace, ...(changed && { input: structuredClone(result.updatedInput) }) };
  }

  function applyUpdates(updates: readonly PermissionUpdate[]): void {
    for (const problem of state.apply(updates)) options.onProblem(problem);
  }
}

/** A place that a call would use now and did not when it was approved. */
function movedPath(before: Verdict, now: Verdict): string | undefined {
  const approved = new Set(before.paths);
  return now.paths?.find((path) => !approved.has(path));
}

function movedReason(path: string): string {
  return `while the answer was waited for, a path of the call came to lead to ${path}, which nobody approved. Look at the path, then call again.`;
}

function settled(call: ToolCall, verdict: Verdict): Permit {
  const { behavior, step, rule, source, reason } = verdict;
  return behavior === 'allow' ? { behavior, trace: { behavior, step, rule, source, reason } } : denial(call, verdict);
}

function denial(call: ToolCall, { step, rule, source, reason }: Verdict): Extract<Permit, { behavior: 'deny' }> {
  const trace: PermissionTrace = { behavior: 'deny', step, rule, source, reason };
  const by = rule === null ? '' : ` (rule ${rule}${source === null ? '' : ` from ${source}`})`;
  return { behavior: 'deny', trace, message: `${call.name} is not allowed${by}: ${reason}` };
}
