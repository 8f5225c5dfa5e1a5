import type { Access } from '../access.js';
import { isInside } from '../path/inside.js';
import type { CompiledRule } from '../rules/compile.js';
import { built, byRule, type Answer } from '../verdict.js';
import type { Case, Step } from './step.js';

/** Edits inside the working directories, in the mode that accepts them. */
export const acceptEdits: Step = {
  name: 'mode',
  answer: ({ subject, policy }) => {
    if (policy.mode !== 'acceptEdits' || subject.shell !== undefined || subject.accesses.length === 0) return undefined;
    return subject.accesses.every(({ names }) => isInside(names, policy))
      ? built('allow', 'The mode acceptEdits approves edits in the working directories.')
      : undefined;
  },
};

/** Path rules that approve every name of every file the call uses. */
export const allowedPaths: Step = {
  name: 'allowRules',
  answer: ({ subject, policy, rules }) => {
    if (subject.shell !== undefined || subject.accesses.length === 0) return undefined;
    const granting = subject.accesses.map(
      (access) => pathGrant(access, { policy, rules }) ?? (access.kind === 'read' && isInside(access.names, policy) ? null : undefined),
    );
    const rule = granting.find((grant) => grant !== undefined && grant !== null);
    return rule === undefined || rule === null || granting.includes(undefined) ? undefined : byRule(rule.rule, 'A rule approves the path.');
  },
};

/** Reading inside the working directories needs no rule. */
export const readInside: Step = {
  name: 'readOnly',
  answer: ({ subject, policy, doubts }): Answer | undefined => {
    if (subject.shell !== undefined || subject.accesses.length === 0) return undefined;
    const outside = subject.accesses.find(({ names }) => !isInside(names, policy));
    if (outside !== undefined) doubts.push(`${outside.given} is outside the working directories`);
    return outside === undefined && subject.accesses.every(({ kind }) => kind === 'read')
      ? built('allow', 'Reading in the working directories needs no approval.')
      : undefined;
  },
};

/** The rule that approves all names of a path, if one does. A rule that approves changes approves reading too. */
export function pathGrant(access: Access, { policy, rules }: Pick<Case, 'policy' | 'rules'>): CompiledRule | undefined {
  if (access.names.length === 0 || access.problem !== undefined) return undefined;
  const fitting = rules.allow.filter(
    ({ toolName, path }) => path !== undefined && (toolName === 'Edit' || (toolName === 'Read' && access.kind === 'read')),
  );
  const grants = (rule: CompiledRule, name: string) =>
    access.folder === undefined && access.glob === undefined ? rule.path!.matches(name, policy) : rule.path!.covers(name, policy);
  return access.names.every((name) => fitting.some((rule) => grants(rule, name)))
    ? fitting.find((rule) => grants(rule, access.names[0]!))
    : undefined;
}
