import { canonicalToolName } from '@inboard/wire';
import type { AgentType } from './agent-type.js';

/** Whether an agent has a tool: it is in its list, if it has one, and not among those it may not have. */
export function agentHasTool({ tools, disallowedTools = [] }: AgentType, name: string): boolean {
  const bare = (rule: string) => canonicalToolName(rule.replace(/\(.*\)$/, ''));
  if (disallowedTools.some((rule) => rule === bare(rule) && canonicalToolName(rule) === name)) return false;
  return tools === undefined || tools.some((rule) => rule === '*' || bare(rule) === name || isServerOf(rule, name));
}

/** The agents that an agent may start, when its tools name some: `Agent(a, b)`. */
export function startableAgents({ tools = [] }: AgentType): string[] | undefined {
  const named = tools.flatMap((rule) => {
    const [, tool = '', names = ''] = /^(\w+)\((.*)\)$/s.exec(rule) ?? [];
    return canonicalToolName(tool) === 'Task' ? names.split(',').map((name) => name.trim()) : [];
  });
  const names = named.filter((name) => name !== '');
  return names.length === 0 || names.includes('*') ? undefined : names;
}

/** The calls an agent may not make with tools it has. */
export function deniedCalls({ disallowedTools = [] }: AgentType): string[] {
  return disallowedTools.filter((rule) => rule.includes('('));
}

/** `mcp__server` and `mcp__server__*` stand for all tools of a server. */
function isServerOf(rule: string, name: string): boolean {
  return rule.startsWith('mcp__') && name.startsWith(`${rule.replace(/__\*$/, '')}__`);
}
