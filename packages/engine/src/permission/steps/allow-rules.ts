import { isLocalHost } from '../rules/domain.js';
import { calledName } from '../rules/match.js';
import type { CompiledRule } from '../rules/compile.js';
import { namesTool } from '../rules/tool-name.js';
import type { Subject } from '../subject.js';
import { byRule } from '../verdict.js';
import type { Case, Step } from './step.js';

/** Rules that approve a whole tool, a host, an agent or a skill. */
export const allowRules: Step = {
  name: 'allowRules',
  answer: (judged) => {
    const rule = judged.rules.allow.find((each) => approves(each, judged));
    return rule === undefined
      ? undefined
      : byRule(rule.rule, rule.bare ? `A rule approves the tool ${judged.subject.tool}.` : 'A rule approves the call.');
  },
};

function approves(rule: CompiledRule, { subject, doubts }: Case): boolean {
  if (!namesTool(rule.rule, subject.tool)) return false;
  if (subject.tool === 'WebFetch') return approvesHost(rule, subject, doubts);
  if (rule.bare) return true;
  const name = rule.name === undefined ? undefined : calledName(subject);
  return name !== undefined && rule.name!(name);
}

function approvesHost(rule: CompiledRule, { address }: Subject, doubts: string[]): boolean {
  if (address === undefined || (!rule.bare && rule.domain?.(address.host) !== true)) return false;
  const general = rule.bare || rule.rule.value.ruleContent === 'domain:*';
  const doubt = address.problem ?? (general && isLocalHost(address.host) ? `${address.host} is not on the public web` : undefined);
  if (doubt !== undefined) doubts.push(doubt);
  return doubt === undefined;
}
