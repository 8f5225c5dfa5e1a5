import { hooks as definitions, type HookEvent, type HookSpecificOutput, type PermissionBehavior } from '@inboard/wire';
import type { HandlerEnd, HookHandler } from './handler.js';

/** One hook and how it ended. */
export interface HookRun {
  handler: HookHandler;
  end: HandlerEnd;
}

/** What the hooks of one event came to, together. */
export interface HookOutcome {
  /** Somebody wants everything to end. */
  stop?: string;
  /** Somebody said no, with the reason. */
  block?: string;
  /** The strictest opinion on a call. */
  permission?: { behavior: PermissionBehavior; reason: string };
  updatedInput?: Record<string, unknown>;
  /** What replaces the output the model sees. */
  updatedOutput?: unknown;
  /** An answer in the place of the person. */
  decision?: NonNullable<HookSpecificOutput<'PermissionRequest'>['decision']>;
  /** A gate could not be asked: this is never an allow. */
  failure?: string;
  /** Where a worktree was made. */
  worktreePath?: string;
  /** A call that was denied may be tried again. */
  retry?: boolean;
  contexts: string[];
  systemMessages: string[];
}

/** Every field that some event defines. */
type SpecificFields = Partial<
  Omit<HookSpecificOutput<'PreToolUse'>, 'hookEventName'> & Omit<HookSpecificOutput<'PostToolUse'>, 'hookEventName'>
> & { decision?: HookOutcome['decision']; retry?: boolean; worktreePath?: string };

const strictness: Record<PermissionBehavior, number> = { allow: 0, ask: 1, deny: 2 };

/** Puts the answers together: deny over ask over allow, every context kept, failures of gates never forgotten. */
export function mergeHooks(event: HookEvent, runs: readonly HookRun[]): HookOutcome {
  const outcome: HookOutcome = { contexts: [], systemMessages: [] };
  for (const run of runs) addRun(event, run, outcome);
  return withoutBlindAllow(outcome, runs);
}

/** Who allows a call has not seen the input that another hook puts in its place. */
function withoutBlindAllow(outcome: HookOutcome, runs: readonly HookRun[]): HookOutcome {
  if (outcome.permission?.behavior !== 'allow' || outcome.updatedInput === undefined) return outcome;
  const rewriter = runs.findLast(({ end }) => end.kind === 'ran' && specificOf(end).updatedInput !== undefined)?.end;
  const allows =
    rewriter?.kind === 'ran' && (rewriter.output.decision === 'approve' || specificOf(rewriter).permissionDecision === 'allow');
  const { permission: _, ...rest } = outcome;
  return allows ? outcome : rest;
}

function specificOf({ output }: Extract<HandlerEnd, { kind: 'ran' }>): SpecificFields {
  return (output.hookSpecificOutput ?? {}) as SpecificFields; // `checkAnswer` has seen to it that it fits
}

function addRun(event: HookEvent, { handler, end }: HookRun, outcome: HookOutcome): void {
  if (end.kind === 'cancelled') return;
  if (end.kind === 'blocked') return addBlock(event, end.reason, outcome);
  if (end.kind !== 'ran') return addFailure(event, handler, end.reason, outcome);
  const { output } = end;
  if (output.continue === false) outcome.stop ??= output.stopReason ?? output.reason ?? `A ${event} hook ended the run.`;
  if (output.systemMessage !== undefined) outcome.systemMessages.push(output.systemMessage);
  if (output.decision === 'block') addBlock(event, output.reason ?? 'No reason was given.', outcome);
  if (output.decision === 'approve' && event === 'PreToolUse') addPermission('allow', output.reason, outcome);
  if (output.hookSpecificOutput) addSpecific(output.hookSpecificOutput, outcome);
}

function addBlock(event: HookEvent, reason: string, outcome: HookOutcome): void {
  if (event === 'PreToolUse') return addPermission('deny', reason, outcome);
  outcome.block = outcome.block === undefined ? reason : `${outcome.block}\n${reason}`;
}

function addPermission(behavior: PermissionBehavior, reason: string | undefined, outcome: HookOutcome): void {
  if (outcome.permission && strictness[outcome.permission.behavior] >= strictness[behavior]) return;
  outcome.permission = { behavior, reason: reason ?? `A PreToolUse hook decided: ${behavior}.` };
}

function addFailure(event: HookEvent, handler: HookHandler, reason: string, outcome: HookOutcome): void {
  if (handler.onFailure === 'block') return addBlock(event, `The hook ${handler.name} failed: ${reason}`, outcome);
  if (handler.onFailure === 'continue' || !definitions[event].gate) return;
  outcome.failure ??= `The hook ${handler.name} failed: ${reason}`;
}

/** Takes what this event defines; `checkAnswer` has seen to it that it fits. */
function addSpecific(specific: object, outcome: HookOutcome): void {
  const fields = specific as SpecificFields;
  if (fields.additionalContext !== undefined && fields.additionalContext !== '') outcome.contexts.push(fields.additionalContext);
  if (fields.permissionDecision) addPermission(fields.permissionDecision, fields.permissionDecisionReason, outcome);
  if (fields.updatedInput) outcome.updatedInput = fields.updatedInput;
  const output = fields.updatedToolOutput ?? fields.updatedMCPToolOutput;
  if (output !== undefined) outcome.updatedOutput = output;
  if (fields.retry) outcome.retry = true;
  if (fields.worktreePath !== undefined) outcome.worktreePath ??= fields.worktreePath;
  if (fields.decision) outcome.decision = strictestDecision(outcome.decision, fields.decision);
}

function strictestDecision(one: HookOutcome['decision'], two: NonNullable<HookOutcome['decision']>): NonNullable<HookOutcome['decision']> {
  return one?.behavior === 'deny' ? one : two;
}
