import type { Access } from '../access.js';
import { isInside } from '../path/inside.js';
import type { CompiledRule } from '../rules/compile.js';
import { shorten } from '../rules/match.js';
import { runsAnything } from '../shell/carried.js';
import { programName, type ShellCommand } from '../shell/command.js';
import { isHarmlessVariable } from '../shell/names.js';
import { beyondPrefix, isFileEdit, isReadOnly } from '../shell/read-only.js';
import { unwrapped } from '../shell/wrapper.js';
import type { ShellCall, Subject } from '../subject.js';
import { built, byRule, type Answer } from '../verdict.js';
import { pathGrant } from './file-tools.js';
import type { Case, Step } from './step.js';

/** Who answers for one command of a line. */
type Cover = { by: 'rule'; rule: CompiledRule } | { by: 'mode' | 'readOnly' } | { by: 'nobody'; why: string };

/** A shell line is approved when each of its commands is: by a rule, as read-only, or as an accepted edit. */
export const shellRules: Step = {
  name: 'allowRules',
  answer: (judged) => {
    const { subject, doubts } = judged;
    if (subject.shell === undefined) return undefined;
    const exact = wholeLine(judged);
    if (exact !== undefined) return byRule(exact.rule, 'A rule spells out this command.');
    const why = subject.shell.hazards[0] ?? movedGit(subject);
    if (why !== undefined) doubts.push(why);
    const covers = subject.calls.map((call) => coverOf(call, judged));
    for (const cover of covers) if (cover.by === 'nobody') doubts.push(cover.why);
    return doubts.length > 0 ? undefined : approval(covers);
  },
};

function approval(covers: readonly Cover[]): Answer {
  const rule = covers.find((cover) => cover.by === 'rule');
  if (rule?.by === 'rule') return byRule(rule.rule.rule, 'Every command is approved by a rule or only reads.');
  if (covers.some(({ by }) => by === 'mode'))
    return { step: 'mode', ...built('allow', 'The mode acceptEdits approves these file commands in the working directories.') };
  return { step: 'readOnly', ...built('allow', 'Every command only reads, in the working directories.') };
}

/** A rule without wildcards that is the whole line. */
function wholeLine({ subject, rules }: Case): CompiledRule | undefined {
  const line = subject.shell!.script.trim();
  return rules.allow.find(({ command, rule }) => command?.exact === true && rule.value.ruleContent?.trim() === line);
}

/** Git runs what the settings of the repository it is in say, so it must not be led into another one. */
function movedGit({ shell, calls }: Subject): string | undefined {
  if (shell!.directories === undefined) return 'the folder in which it runs is only known when it runs';
  return shell!.directories.length > 1 && calls.some(({ inner }) => programName(inner.words[0]) === 'git')
    ? 'git would run in another folder'
    : undefined;
}

function coverOf(call: ShellCall, judged: Case): Cover {
  const { inner, command } = call;
  const text = shorten(command.written.trim() || 'a redirection');
  const rule = ruleFor(call, judged);
  if (rule !== undefined) {
    const blocked = blockedAccess(call, judged, rule);
    return blocked === undefined ? { by: 'rule', rule } : { by: 'nobody', why: blocked };
  }
  if (command.words.length > 0 && !command.assignments.every(isHarmlessVariable))
    return { by: 'nobody', why: `a variable is set for ${text}` };
  const edits = judged.policy.mode === 'acceptEdits';
  const readOnly = isReadOnly(inner) || isReadOnly(command);
  if (!readOnly && !(edits && isFileEdit(inner))) return { by: 'nobody', why: beyondPrefix(inner) ?? `no rule approves ${text}` };
  const blocked = blockedAccess(call, judged);
  if (blocked !== undefined) return { by: 'nobody', why: blocked };
  return { by: !readOnly || call.accesses.some(({ kind }) => kind === 'write') ? 'mode' : 'readOnly' };
}

/** The allow rule that means a command, past harmless variables and known wrappers. */
function ruleFor({ command }: ShellCall, { rules }: Case): CompiledRule | undefined {
  if (command.words.length === 0 || command.words[0]!.certainty !== 'exact' || command.words[0]!.glob) return undefined;
  const plain = command.assignments.every(isHarmlessVariable);
  const forms = plain ? unwrapped(command) : [];
  return rules.allow.find(({ command: pattern }) => {
    if (pattern === undefined) return false;
    if (
      command.assignments.length > 0 &&
      pattern.head.startsWith(`${command.assignments[0]}=`) &&
      pattern.matches(command.written) &&
      !beyond(command, pattern.exact)
    )
      return true;
    return forms.some((form) => pattern.matches(form.raw) && !beyond(form, pattern.exact) && !(pattern.head === '' && runsMore(form)));
  });
}

/** An interpreter with more than one plain flag: a rule that begins with a wildcard does not know what it would run. */
function runsMore({ words }: ShellCommand): boolean {
  return runsAnything(programName(words[0])) && !(words.length === 2 && /^--?[a-z]+$/i.test(words[1]!.raw));
}

function beyond(command: ShellCommand, exact: boolean): boolean {
  return !exact && unwrapped(command).some((form) => beyondPrefix(form) !== undefined);
}

/** Why a file that the command uses stands in the way; undefined when none does. */
function blockedAccess({ accesses, unknown }: ShellCall, judged: Case, rule?: CompiledRule): string | undefined {
  const writes = rule !== undefined || judged.policy.mode === 'acceptEdits';
  const hidden =
    rule?.command?.exact === true ? undefined : unknown.find(({ kind, open }) => kind === 'write' || open !== true || rule === undefined);
  if (hidden !== undefined) return `${hidden.raw} is a path that is only known when it runs`;
  for (const access of accesses) {
    if (pathGrant(access, judged) !== undefined) continue;
    if (access.problem !== undefined) return `${access.given} cannot be judged: ${access.problem}`;
    if (access.kind === 'write' && !writes) return `it would write ${access.given}`;
    if (access.given !== '/dev/null' && !isInside(access.names, judged.policy) && !spelledOut(access, rule))
      return `${access.given} is outside the working directories`;
  }
  return undefined;
}

/** True if the rule itself names the path, or the folder it is in. */
function spelledOut({ given, names }: Access, rule: CompiledRule | undefined): boolean {
  if (rule?.command === undefined) return false;
  if (rule.command.exact) return true;
  const words = rule.command.head.split(' ');
  const last = words.at(-1)!;
  return words.includes(given) || (/^\/.*\/$/.test(last) && names.every((name) => name.startsWith(last)));
}
