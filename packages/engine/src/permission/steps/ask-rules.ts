import { canonicalToolName } from '@inboard/wire';
import { restriction } from '../rules/match.js';
import type { CompiledRule } from '../rules/compile.js';
import { namesTool } from '../rules/tool-name.js';
import type { PermissionPolicy } from '../policy.js';
import type { Subject } from '../subject.js';
import { byRule, type Answer } from '../verdict.js';
import type { Step } from './step.js';

/** An ask rule holds in every mode. A deny rule that is misspelled, or may mean a file of the call, asks too. */
export const askRules: Step = {
  name: 'askRules',
  answer: ({ subject, policy, rules }) => {
    for (const rule of rules.ask) {
      const hit = restriction(rule, subject, policy);
      if (hit !== undefined) return byRule(rule.rule, `Asked: ${hit.reason}.`, hit.path);
    }
    for (const rule of [...rules.deny, ...rules.ask]) {
      const answer = broken(rule, subject) ?? mayMeet(rule, subject, policy);
      if (answer !== undefined) return answer;
    }
    return undefined;
  },
};

function broken({ rule }: CompiledRule, { tool }: Subject): Answer | undefined {
  const name = rule.value.toolName;
  if (rule.broken === undefined && name !== tool && name.toLowerCase() === tool.toLowerCase())
    return asking(byRule(rule, `Asked: the ${rule.behavior} rule ${rule.text} may mean ${tool}, which is written differently.`));
  if (rule.broken === undefined) return undefined;
  const named = { ...rule, value: { toolName: canonicalToolName(rule.value.toolName) } };
  return namesTool(named, tool) || namesTool(named, tool.toLowerCase())
    ? asking(byRule(rule, `Asked: the ${rule.behavior} rule ${rule.text} cannot be understood (${rule.broken}).`))
    : undefined;
}

/** A search of a folder, a wildcard or a path of a program we do not know may still touch what the rule means. */
function mayMeet(rule: CompiledRule, subject: Subject, policy: PermissionPolicy): Answer | undefined {
  if (rule.path === undefined || subject.shell === undefined || (rule.toolName !== 'Read' && rule.toolName !== 'Edit')) return undefined;
  const calls = [...subject.calls, ...subject.carriedCalls];
  const hidden = calls.flatMap(({ unknown }) => unknown).find(({ kind }) => rule.toolName === 'Read' || kind === 'write');
  if (hidden !== undefined) return asking(byRule(rule.rule, `Asked: ${hidden.raw} may be a path that the rule ${rule.rule.text} means.`));
  for (const { names, kind, folder, glob, given } of subject.accesses) {
    if (rule.toolName === 'Edit' && kind === 'read') continue;
    if (glob === undefined && folder !== 'tree') continue;
    if (names.some((name) => rule.path!.mayMeet(name, glob, policy)))
      return asking(byRule(rule.rule, `Asked: ${given} may include a path that the rule ${rule.rule.text} means.`));
  }
  for (const guess of rule.toolName === 'Read' || rule.rule.behavior === 'deny' ? calls.flatMap((call) => call.guesses()) : []) {
    if (
      guess.names.some((name) =>
        guess.glob === undefined && guess.folder === undefined
          ? rule.path!.matches(name, policy)
          : rule.path!.mayMeet(name, guess.glob, policy),
      )
    )
      return asking(byRule(rule.rule, `Asked: ${guess.given} looks like a path that the rule ${rule.rule.text} means.`));
  }
  return undefined;
}

function asking(answer: Answer): Answer {
  return { ...answer, behavior: 'ask' };
}
