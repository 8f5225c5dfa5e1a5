import { mayMeanCommand, meansWords } from '../rules/match.js';
import type { CompiledRule } from '../rules/compile.js';
import { resolvePath } from '../path/resolve.js';
import type { PermissionPolicy } from '../policy.js';
import { rawWords } from '../shell/raw-words.js';
import type { ShellReading } from '../shell/reading.js';
import { built, byRule, type Answer } from '../verdict.js';
import type { Step } from './step.js';

/** What cannot be read is asked in every mode; what may hide a restricted command is asked while there is such a rule. */
export const unjudgeable: Step = {
  name: 'unjudgeable',
  answer: ({ subject, policy, rules }) => {
    const { shell } = subject;
    const nul = subject.accesses.find(({ given }) => given.includes('\0'));
    if (nul !== undefined) return built('ask', 'The path contains a NUL byte.');
    if (shell === undefined) return undefined;
    if (shell.unreadable !== undefined) return built('ask', `Asked: ${shell.unreadable}.`);
    const restricting = [...rules.deny, ...rules.ask];
    const scoped = restricting.find(({ command }) => command !== undefined);
    if (scoped !== undefined && shell.opaque.length > 0)
      return { ...byRule(scoped.rule, `Asked: ${shell.opaque[0]}, so the rule ${scoped.rule.text} cannot be checked.`), behavior: 'ask' };
    return hiding(restricting, shell) ?? (shell.code.length === 0 ? undefined : named(restricting, shell, policy));
  },
};

/** A word that is only known when it runs, where a restricted command has one of its own. */
function hiding(restricting: readonly CompiledRule[], { commands, carried }: ShellReading): Answer | undefined {
  const rule = restricting.find(
    ({ command }) => command !== undefined && [...commands, ...carried].some((each) => mayMeanCommand(command, each)),
  );
  if (rule === undefined) return undefined;
  return {
    ...byRule(rule.rule, `Asked: a word is only known when it runs, so the rule ${rule.rule.text} cannot be checked.`),
    behavior: 'ask',
  };
}

/** Program text in another language that has the words of a restricted command or path. */
function named(restricting: readonly CompiledRule[], { code }: ShellReading, policy: PermissionPolicy): Answer | undefined {
  const texts = code.flatMap(rawWords);
  for (const rule of restricting) {
    const hit = texts.some((words) =>
      rule.command !== undefined
        ? meansWords(rule.command, words)
        : rule.path !== undefined && [...new Set(words)].some((word) => isPath(rule, word, policy)),
    );
    if (hit) return { ...byRule(rule.rule, `Asked: the program text has words that the rule ${rule.rule.text} means.`), behavior: 'ask' };
  }
  return undefined;
}

function isPath(rule: CompiledRule, word: string, policy: PermissionPolicy): boolean {
  if (word.length > 1024 || !/[./~]/.test(word)) return false;
  return resolvePath(word, policy.cwd, policy.fs).names.some((name) => rule.path!.matches(name, policy));
}
