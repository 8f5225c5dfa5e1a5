import { canonicalToolName } from '@inboard/wire';
import type { AgentType } from './agent-type.js';

/** Whether an agent has a tool: it is in its list, if it has one, and not among those it may not have. */
export function agentHasTool({ tools, disallowedTools = [] }: AgentType, name: string): boolean {
  const bare = (rule: string) => canonicalToolName(rule.replace(/\(.*\)$/, ''));
  if (disallowedTools.some((rule) => rule === bare(rule) && canonicalToolName(rule) === name)) return false;
  return tools === undefined || tools.some((rule) => rule === '*' || bare(rule) === name || isServerOf(rule, name));
}

/** `mcp__server` and `mcp__server__*` stand for all tools of a server. */
function isServerOf(rule: string, name: string): boolean {
  return rule.startsWith('mcp__') && name.startsWith(`${rule.replace(/__\*$/, '')}__`);
}
