import type { TaskInput } from '@inboard/wire';
import { defaultAgent } from '../../permission/rules/match.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import type { AgentReport } from '../run-agent.js';
import prompt from './task.md';

/** Runs subagents. */
export const taskTool = builtinTool('Task', { prompt, concurrencySafe: true, run: runTask });

async function runTask(input: TaskInput, context: ToolContext): Promise<ToolOutcome> {
  if (!context.agents) return failed('Subagents cannot be started here: the depth limit is reached.');
  const report = await context.agents.run({
    type: input.subagent_type ?? defaultAgent,
    description: input.description,
    prompt: input.prompt,
    toolUseId: context.toolUseId,
    background: input.run_in_background ?? false,
    isolated: input.isolation === 'worktree',
    ...(input.name !== undefined && { teammate: { name: input.name, team: input.team_name ?? 'default' } }),
    signal: context.signal,
    ...(input.model !== undefined && { model: input.model }),
    ...(input.max_turns !== undefined && { maxTurns: input.max_turns }),
    ...(input.resume !== undefined && { resume: input.resume }),
  });
  return report.kind === 'launched' ? launched(input, report) : completed(input, report);
}

function launched(input: TaskInput, report: Extract<AgentReport, { kind: 'launched' }>): ToolOutcome {
  const { agentId, outputFile } = report;
  return {
    content: `The agent ${agentId} works in the background; you are told when it is done. Its report will be in ${outputFile}.`,
    result: {
      status: 'async_launched',
      agentId,
      description: input.description,
      prompt: input.prompt,
      outputFile,
      canReadOutputFile: true,
    },
  };
}

function completed(input: TaskInput, report: Extract<AgentReport, { kind: 'completed' }>): ToolOutcome {
  const content = [{ type: 'text' as const, text: report.text === '' ? 'The agent ended without a report.' : report.text }];
  return {
    content: [...content, { type: 'text', text: `(agent id ${report.agentId}: pass it as "resume" to go on with this agent)` }],
    result: {
      status: 'completed',
      agentId: report.agentId,
      content,
      totalToolUseCount: report.toolUses,
      totalDurationMs: report.durationMs,
      totalTokens: report.tokens,
      usage: report.usage,
      prompt: input.prompt,
      ...(report.worktree && { worktreePath: report.worktree.path }),
      ...(report.worktree?.branch !== undefined && { worktreeBranch: report.worktree.branch }),
    },
    ...(report.isError && { isError: true }),
  };
}
