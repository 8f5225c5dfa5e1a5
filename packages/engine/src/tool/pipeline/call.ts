import type { Tool, ToolContext, ToolOutcome } from '../define.js';

/** One call on its way through the stages. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  input: Record<string, unknown>;
  /** Why the call cannot be trusted: the reply that holds it arrived damaged. */
  readonly damage?: string;
  tool?: Tool;
  outcome?: ToolOutcome;
}

/** What a stage may use. */
export interface CallContext {
  findTool(name: string): Tool | undefined;
  toolNames(): string[];
  toolContext(call: ToolCall): ToolContext;
  /** Tells the host that a call is still running. */
  progress(call: ToolCall, elapsedSeconds: number): void;
  /** Called before a tool with an effect runs: its call must be on the disk by then. May throw. */
  beforeEffect(): void;
  readonly signal: AbortSignal;
}

/** One step of a call. It fills in the call; setting `outcome` ends it early. */
export type Stage = (call: ToolCall, context: CallContext) => void | Promise<void>;
