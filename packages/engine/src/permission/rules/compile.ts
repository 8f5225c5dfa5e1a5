import { canonicalToolName } from '@inboard/wire';
import type { PermissionRule } from '../policy.js';
import { commandPattern, type CommandPattern } from './command-pattern.js';
import { domainTest } from './domain.js';
import { pathPattern, type PathPattern } from './path-pattern.js';
import { wildcard } from './wildcard.js';

/** A rule ready to be tried against calls. */
export interface CompiledRule {
  readonly rule: PermissionRule;
  /** The canonical tool name, maybe with `*`. */
  readonly toolName: string;
  /** No specifier: the whole tool. */
  readonly bare: boolean;
  readonly command?: CommandPattern;
  readonly path?: PathPattern;
  readonly domain?: (host: string) => boolean;
  /** The specifier as a text with `*`, for agents and skills. */
  readonly name?: (text: string) => boolean;
  /** `Tool(param:value)`, in deny and ask only. */
  readonly parameter?: { name: string; test: (value: string) => boolean };
}

/** The rules of a policy by what they do. */
export interface RuleBook {
  readonly deny: readonly CompiledRule[];
  readonly ask: readonly CompiledRule[];
  readonly allow: readonly CompiledRule[];
}

const books = new WeakMap<readonly PermissionRule[], RuleBook>();

/** The rules, compiled once per list. */
export function ruleBook(rules: readonly PermissionRule[]): RuleBook {
  const known = books.get(rules);
  if (known !== undefined) return known;
  const compiled = rules.map(compileRule);
  const by = (behavior: PermissionRule['behavior']) => compiled.filter(({ rule }) => rule.behavior === behavior);
  const book: RuleBook = { deny: by('deny'), ask: by('ask'), allow: by('allow').filter(({ rule }) => rule.broken === undefined) };
  books.set(rules, book);
  return book;
}

const pathTools = new Set(['Read', 'Edit', 'Write', 'NotebookEdit', 'MultiEdit', 'Grep', 'Glob', 'LS', 'Cd']);

function compileRule(rule: PermissionRule): CompiledRule {
  const toolName = canonicalToolName(rule.value.toolName);
  const content = rule.value.ruleContent;
  if (content === undefined) return { rule, toolName, bare: true };
  return { rule, toolName, bare: false, ...specifier(rule, toolName, content), ...parameter(rule, content) };
}

function specifier(rule: PermissionRule, toolName: string, content: string): Partial<CompiledRule> {
  if (toolName === 'Bash') return { command: commandPattern(content) };
  if (pathTools.has(toolName)) return { path: pathPattern(rule) };
  if (toolName === 'WebFetch') return content.startsWith('domain:') ? { domain: domainTest(content.slice(7)) } : {};
  if (toolName === 'Skill') return { name: skillTest(content) };
  return { name: wildcard(content) };
}

/** `name` is the skill without arguments, `name *` with any or none. */
function skillTest(content: string): (text: string) => boolean {
  return commandPattern(content).matches;
}

function parameter(rule: PermissionRule, content: string): Partial<CompiledRule> {
  const parts = rule.behavior === 'allow' ? null : /^([A-Za-z_][\w-]*):(?!\*$)(.*)$/s.exec(content);
  return parts === null ? {} : { parameter: { name: parts[1]!, test: wildcard(parts[2]!) } };
}
