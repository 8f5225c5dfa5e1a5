import type { CommandPrompt } from '../command/command.js';
import { promptBlocksText } from '../command/prompt-text.js';
import type { AgentRunner } from '../tool/run-agent.js';

export interface ForkOptions {
  name: string;
  toolUseId: string;
  signal: AbortSignal;
  agents: AgentRunner | undefined;
}

/** Lets a subagent do what a skill with `context: fork` asks for. Returns its report. */
export async function runForked(
  prompt: CommandPrompt,
  agent: string,
  { name, toolUseId, signal, agents }: ForkOptions,
): Promise<{ text: string; isError: boolean }> {
  if (!agents) return { text: `/${name} was not run: it needs a subagent, and the depth limit is reached.`, isError: true };
  const report = await agents.run({
    type: agent,
    description: name,
    prompt: promptBlocksText(prompt),
    toolUseId,
    background: prompt.background ?? false,
    signal,
    ...(prompt.model !== undefined && { model: prompt.model }),
  });
  if (report.kind === 'launched') return { text: `/${name} works in the background as agent ${report.agentId}.`, isError: false };
  return { text: report.text, isError: report.isError };
}
