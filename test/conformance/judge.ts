import { decide, linksOnly, readRules, type PermissionPolicy, type PermissionQuestion, type Verdict } from '@inboard/engine';
import type { PermissionMode } from '@inboard/wire';

/** The rules of a case, as if they stood in the project's settings. */
export interface CaseRules {
  allow?: unknown[];
  deny?: unknown[];
  ask?: unknown[];
  mode?: PermissionMode;
  cwd?: string;
  home?: string;
  fs?: { path: string; symlinkTo: string }[];
}

/** The policy that a case describes. */
export function policyOf({
  allow = [],
  deny = [],
  ask = [],
  mode = 'default',
  cwd = '/home/user/project',
  home = '/home/user',
  fs = [],
}: CaseRules): PermissionPolicy {
  const lists = { allow, deny, ask };
  const rules = (['deny', 'ask', 'allow'] as const).flatMap(
    (behavior) => readRules(lists[behavior], { behavior, source: 'projectSettings', anchor: cwd }).rules,
  );
  return { mode, rules, cwd, home, directories: [cwd], fs: linksOnly(new Map(fs.map(({ path, symlinkTo }) => [path, symlinkTo]))) };
}

/** Decides a case. */
export function judge(question: PermissionQuestion, rules: CaseRules): Verdict {
  return decide(question, policyOf(rules));
}

/** True if a verdict is what a case expects; `not-allow` is a question or a no. */
export function meets(expected: string, { behavior }: Verdict): boolean {
  return expected === 'not-allow' ? behavior !== 'allow' : behavior === expected;
}
