import { canonicalToolName } from '@inboard/wire';
import type { PermissionRule } from '../policy.js';
import { wildcard } from './wildcard.js';

/** The words a rule may use for a group of tools that obey the same path rules. */
const families = new Map<string, readonly string[]>([
  ['Read', ['Read', 'Grep', 'Glob', 'LS', 'LSP', 'NotebookRead']],
  ['Edit', ['Edit', 'Write', 'NotebookEdit', 'MultiEdit']],
]);

/** True if the tool part of a rule means this tool. Names are exact; case matters. */
export function namesTool(rule: PermissionRule, tool: string): boolean {
  const name = canonicalToolName(rule.value.toolName);
  if (name.includes('*')) return rule.behavior === 'allow' ? serverGlobCovers(name, tool) : wildcard(name)(tool);
  if (name === tool) return true;
  if (families.get(name)?.includes(tool) === true) return true;
  return rule.value.ruleContent === undefined && isServer(name) && tool.startsWith(`${name}__`);
}

/** `mcp__server` without a tool. */
function isServer(name: string): boolean {
  return name.startsWith('mcp__') && name.length > 5 && !name.slice(5).includes('__');
}

/** In an allow rule a wildcard stands only after a server that is spelled out. */
function serverGlobCovers(name: string, tool: string): boolean {
  const head = /^mcp__[^*]+?__/.exec(name)?.[0];
  return head !== undefined && tool.startsWith(head) && wildcard(name)(tool);
}
