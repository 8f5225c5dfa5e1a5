/** What a subagent is asked to do. */
export interface AgentTask {
  type: string;
  description: string;
  prompt: string;
  toolUseId: string;
  model?: string;
  maxTurns?: number;
  /** The id of an agent to go on with. */
  resume?: string;
  background: boolean;
  signal: AbortSignal;
}

/** What came of it. */
export type AgentReport =
  | {
      kind: 'completed';
      agentId: string;
      text: string;
      isError: boolean;
      toolUses: number;
      durationMs: number;
      tokens: number;
      usage: Record<string, unknown>;
    }
  | { kind: 'launched'; agentId: string; outputFile: string };

/** Runs subagents. Rejects with an AgentError when there is no such agent or the limits forbid another. */
export interface AgentRunner {
  run(task: AgentTask): Promise<AgentReport>;
}
