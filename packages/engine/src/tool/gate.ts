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
  const judge = (call: ToolCall): Verdict => state.judge({ tool: call.tool!.name, input: call.input }, options.shellCwd()); // `find` has set the tool

  return {
    ask: async (call) => {
      const verdict = withOpinion(judge(call), call.hookOpinion, { needsUser: call.tool!.needsUser ?? false, mode: state.mode });
      const permit = verdict.behavior === 'ask' ? await askAbout(call, verdict) : settled(call, verdict);
      options.onDecision(call, permit.trace);
      return permit;
    },
    recheck: (call) => {
      const verdict = judge(call);
      return settled(
        call,
        verdict.behavior === 'ask' ? { ...verdict, behavior: 'allow', reason: `Allowed with a changed input. ${verdict.reason}` } : verdict,
      );
    },
    denied: (call, permit) => options.onDenied(call, permit, asked.has(call)),
  };

  async function askAbout(call: ToolCall, verdict: Verdict): Promise<Permit> {
    const question = {
      toolName: call.tool!.name,
      toolUseId: call.id,
      input: call.input,
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
    return { behavior: 'allow', trace, ...(changed && { input: result.updatedInput }) };
  }

  function applyUpdates(updates: readonly PermissionUpdate[]): void {
    for (const problem of state.apply(updates)) options.onProblem(problem);
  }
}

function settled(call: ToolCall, verdict: Verdict): Permit {
  const { behavior, step, rule, source, reason } = verdict;
  const trace: PermissionTrace = { behavior, step, rule, source, reason };
  if (behavior === 'allow') return { behavior, trace };
  const by = rule === null ? '' : ` (rule ${rule}${source === null ? '' : ` from ${source}`})`;
  return { behavior: 'deny', trace, message: `${call.name} is not allowed${by}: ${reason}` };
}
