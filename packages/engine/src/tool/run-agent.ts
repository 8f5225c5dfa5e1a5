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
  /** Works in a git worktree of its own. */
  isolated?: boolean;
  /** What it is called, and its team: hooks are told when it has nothing left to do. */
  teammate?: { name: string; team: string };
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
      /** The worktree it has left changes in. */
      worktree?: { path: string; branch?: string };
    }
  | { kind: 'launched'; agentId: string; outputFile: string };

/** Runs subagents. Rejects with an AgentError when there is no such agent or the limits forbid another. */
export interface AgentRunner {
  run(task: AgentTask): Promise<AgentReport>;
}
