import type { PermissionBehavior, PermissionRuleValue } from '@inboard/wire';
import { canonicalToolName } from '@inboard/wire';
import type { PermissionRule, RuleSource } from '../policy.js';

/** Where rule texts stand and what they do. */
export interface RuleOrigin {
  behavior: PermissionBehavior;
  source: RuleSource;
  /** The folder that `/path` means in this place. */
  anchor: string;
}

/** Rules read from texts, with a note for each text that is not (quite) a rule. */
export interface ReadRules {
  rules: PermissionRule[];
  problems: string[];
}

/** Reads rule texts of one origin. A broken allow is dropped; a broken deny or ask is kept, as far as it can be understood. */
export function readRules(texts: readonly unknown[], origin: RuleOrigin): ReadRules {
  const rules: PermissionRule[] = [];
  const problems: string[] = [];
  for (const text of texts) {
    const rule = readRule(text, origin);
    const problem = rule.broken ?? ineffective(rule);
    if (problem !== undefined) problems.push(`${origin.behavior} rule ${JSON.stringify(text)} (${origin.source}): ${problem}`);
    if (rule.broken === undefined || origin.behavior !== 'allow') rules.push(rule);
  }
  return { rules, problems };
}

/** Reads one rule text. Never throws: what is wrong with it is in `broken`. */
export function readRule(text: unknown, origin: RuleOrigin): PermissionRule {
  if (typeof text !== 'string')
    return {
      ...origin,
      text: JSON.stringify(text) ?? String(text),
      value: { toolName: '*' },
      broken: 'a rule is a text such as "Bash(npm test)"',
    };
  const value = splitRule(text.trim());
  return { ...origin, text, value: withoutStar(value), ...(value.broken !== undefined && { broken: value.broken }) };
}

/** The text of a rule in two parts: the inverse of reading it. */
export function ruleText({ toolName, ruleContent }: PermissionRuleValue): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
}

type Split = PermissionRuleValue & { broken?: string };

function splitRule(text: string): Split {
  const open = text.indexOf('(');
  const name = open === -1 ? text : text.slice(0, open);
  if (!/^[\p{L}\p{N}_*.:/@-]+$/u.test(name))
    return { toolName: /^[\w*-]+/.exec(name)?.[0] ?? '*', broken: 'it must begin with a tool name, directly followed by "(" or nothing' };
  if (open === -1) return text.includes(')') ? { toolName: name, broken: 'there is a ")" without "("' } : { toolName: name };
  if (!text.endsWith(')')) return { toolName: name, ruleContent: text.slice(open + 1), broken: 'the closing ")" is missing' };
  const content = text.slice(open + 1, -1);
  if (content.trim() === '' || content === ':*') return { toolName: name, broken: 'there is nothing between the brackets' };
  if (content.includes('\0')) return { toolName: name, broken: 'it contains a NUL byte' };
  return { toolName: name, ruleContent: content };
}

/** `Tool(*)` says the same as `Tool`. */
function withoutStar({ toolName, ruleContent }: Split): PermissionRuleValue {
  return ruleContent === undefined || ruleContent === '*' || ruleContent === '**' ? { toolName } : { toolName, ruleContent };
}

const pathTwins = new Map([
  ['Write', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Glob', 'Read'],
  ['Grep', 'Read'],
]);

/** Why a well-formed rule does not do what its author may think, if so. */
function ineffective(rule: PermissionRule): string | undefined {
  const name = canonicalToolName(rule.value.toolName);
  const twin = pathTwins.get(name);
  if (twin !== undefined && rule.value.ruleContent !== undefined && rule.behavior === 'allow')
    return `path rules are written ${twin}(${rule.value.ruleContent}); this one approves nothing`;
  if (rule.behavior === 'allow' && rule.value.toolName.includes('*') && !/^mcp__[^*]+__/.test(rule.value.toolName))
    return 'a wildcard in the tool name of an allow rule may only follow "mcp__<server>__"; this one approves nothing';
  return undefined;
}
