import type { HookDispatcher, RunOptions } from '../../hook/dispatch.js';
import type { Tool, ToolContext, ToolOutcome } from '../define.js';
import type { Permission } from './permit.js';

/** One call on its way through the stages. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  input: Record<string, unknown>;
  /** Why the call cannot be trusted: the reply that holds it arrived damaged. */
  readonly damage?: string;
  tool?: Tool;
  outcome?: ToolOutcome;
  /** The call goes no further: only its outcome is still shaped. */
  ended?: boolean;
  /** What a PreToolUse hook thinks of the call. */
  hookOpinion?: { behavior: 'allow' | 'ask' | 'deny'; reason: string };
  /** Every name of the files it uses, as they were judged. */
  judgedPaths?: readonly string[];
  /** What hooks want the model to know along with the result. */
  readonly contexts: string[];
  durationMs?: number;
}

/** What a stage may use. */
export interface CallContext {
  findTool(name: string): Tool | undefined;
  /** Waits for a tool whose server is still connecting. */
  whenToolReady(name: string): Promise<void>;
  toolNames(): string[];
  toolContext(call: ToolCall): ToolContext;
  readonly hooks: HookDispatcher;
  hookOptions(call: ToolCall): RunOptions;
  readonly permission: Permission;
  /** Tells the host that a call is still running. */
  progress(call: ToolCall, elapsedSeconds: number): void;
  /** Called before a tool with an effect runs: its call must be on the disk by then, and what it changes be kept. May throw. */
  beforeEffect(call: ToolCall): void;
  /** Ends the turn after this batch, for the reason given. */
  stopTurn(reason: string): void;
  readonly signal: AbortSignal;
}

/** One step of a call: it fills in the call, or ends it. */
export type Stage = (call: ToolCall, context: CallContext) => void | Promise<void>;

/** Ends a call before it ran. */
export function endCall(call: ToolCall, outcome: ToolOutcome): void {
  call.outcome = outcome;
  call.ended = true;
}
