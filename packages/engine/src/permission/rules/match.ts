import type { Access } from '../access.js';
import type { PermissionPolicy } from '../policy.js';
import type { ShellCommand } from '../shell/command.js';
import type { ShellWord } from '../shell/word.js';
import { programCalls, programPlaces } from '../shell/wrapper.js';
import { rawWords } from '../shell/raw-words.js';
import type { Subject } from '../subject.js';
import type { CommandPattern } from './command-pattern.js';
import type { CompiledRule } from './compile.js';
import { namesTool } from './tool-name.js';

/** Why a rule that restricts holds for a call; undefined when it does not. */
export function restriction(rule: CompiledRule, subject: Subject, policy: PermissionPolicy): { reason: string; path?: string } | undefined {
  if (rule.bare)
    return rule.rule.broken === undefined && namesTool(rule.rule, subject.tool)
      ? { reason: `a rule names the tool ${subject.tool}` }
      : undefined;
  return restrictsParameter(rule, subject) ?? restrictsContent(rule, subject, policy);
}

function restrictsParameter({ rule, parameter }: CompiledRule, { tool, input }: Subject): { reason: string } | undefined {
  if (parameter === undefined || !namesTool(rule, tool) || !Object.hasOwn(input, parameter.name)) return undefined;
  const value = input[parameter.name];
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return scalar && parameter.test(String(value)) ? { reason: `a rule names the value of ${parameter.name}` } : undefined;
}

function restrictsContent(rule: CompiledRule, subject: Subject, policy: PermissionPolicy): { reason: string; path?: string } | undefined {
  if (rule.command !== undefined) return subject.shell === undefined ? undefined : restrictsShell(rule.command, subject);
  if (rule.path !== undefined) return restrictsPath(rule, subject, policy);
  if (rule.domain !== undefined)
    return subject.address !== undefined && rule.domain(subject.address.host)
      ? { reason: `a rule names the host ${subject.address.host}` }
      : undefined;
  const name = rule.name === undefined || !namesTool(rule.rule, subject.tool) ? undefined : calledName(subject);
  return name !== undefined && rule.name!(name) ? { reason: `a rule names ${name}` } : undefined;
}

/** The agent that runs when a call names none. */
export const defaultAgent = 'general-purpose';

/** The agent or skill that a call names. */
export function calledName({ tool, input }: Subject): string | undefined {
  if (tool === 'Task') return typeof input.subagent_type === 'string' ? input.subagent_type : defaultAgent;
  if (tool !== 'Skill') return undefined;
  const skill = input.skill ?? input.command;
  const args = typeof input.args === 'string' && input.args.trim() !== '' ? ` ${input.args}` : '';
  return typeof skill === 'string' ? `${skill.replace(/^\//, '')}${args}` : undefined;
}

function restrictsShell(pattern: CommandPattern, { shell, calls, carriedCalls }: Subject): { reason: string } | undefined {
  const hit = [...calls, ...carriedCalls].find(({ command }) => meansCommand(pattern, command));
  if (hit !== undefined) return { reason: `a rule names the command ${shorten(hit.command.plain)}` };
  return shell?.unreadable !== undefined && rawWords(shell.script).some((words) => meansWords(pattern, words))
    ? { reason: 'a rule names words of a command that cannot be read' }
    : undefined;
}

/** True if the pattern means the command, past any assignment, wrapper, folder of the program and quoting. */
export function meansCommand(pattern: CommandPattern, command: ShellCommand): boolean {
  if (command.words.length === 0) return false;
  const places = programPlaces(command);
  if (
    meansAnyPlace(
      pattern,
      command.plain,
      command.words.map(({ value }) => value),
      places,
    )
  )
    return true;
  if (pattern.matches(command.written) || meansGit(pattern, command)) return true;
  return (
    command.raw !== command.plain &&
    meansAnyPlace(
      pattern,
      command.raw,
      command.words.map(({ raw }) => raw),
      places,
    )
  );
}

/** Options of git itself stand between it and the subcommand that a rule names. */
function meansGit(pattern: CommandPattern, command: ShellCommand): boolean {
  if (!pattern.head.startsWith('git ')) return false;
  return programCalls(command, (name) => name === 'git').some(
    (words) =>
      words[1]?.value.startsWith('-') === true && pattern.matches(['git', ...afterGitOptions(words).map(({ value }) => value)].join(' ')),
  );
}

function afterGitOptions(words: readonly ShellWord[]): readonly ShellWord[] {
  let at = 1;
  while (words[at]?.value.startsWith('-') === true)
    at += /^(-[cC]|--(git-dir|work-tree|namespace|exec-path|config-env|super-prefix))$/.test(words[at]!.value) ? 2 : 1;
  return words.slice(at);
}

/** True if a word that is only known when it runs stands where the pattern has a word of its own, as in `git $x` for `git push`. */
export function mayMeanCommand(pattern: CommandPattern, command: ShellCommand): boolean {
  const [program, ...wanted] = pattern.head.trim().split(' ');
  if (wanted.length === 0) return false;
  return programCalls(command, (name) => name === program).some((words) => {
    const given = program === 'git' ? afterGitOptions(words) : words.slice(1);
    const differs = wanted.findIndex((word, at) => given[at]?.certainty !== 'exact' || given[at].glob || given[at].value !== word);
    return differs !== -1 && given[differs] !== undefined && (given[differs].certainty === 'unknown' || given[differs].glob);
  });
}

function meansAnyPlace(pattern: CommandPattern, text: string, words: readonly string[], places: readonly number[]): boolean {
  if (pattern.head === '') return pattern.matches(text);
  const matches = pattern.on(text);
  let start = 0;
  let next = 0;
  for (const place of places) {
    for (; next < place; next++) start += words[next]!.length + 1;
    const folder = words[place]!.lastIndexOf('/') + 1;
    if (matches(start) || (folder > 0 && matches(start + folder))) return true;
  }
  return false;
}

/** True if the pattern means some words of a text, wherever they stand. */
export function meansWords(pattern: CommandPattern, words: readonly string[]): boolean {
  return meansAnyPlace(
    pattern,
    words.join(' '),
    words,
    words.map((_, at) => at),
  );
}

function restrictsPath(rule: CompiledRule, subject: Subject, policy: PermissionPolicy): { reason: string; path: string } | undefined {
  const hit = subject.accesses.find(
    (access) => appliesTo(rule, access, subject) && access.names.some((name) => meansPath(rule, name, access, policy)),
  );
  return hit === undefined ? undefined : { reason: `a rule names the path ${shorten(hit.given)}`, path: hit.names[0] ?? hit.given };
}

function meansPath({ path }: CompiledRule, name: string, { folder, glob }: Access, policy: PermissionPolicy): boolean {
  if (glob !== undefined) return path!.matches(name, policy);
  return folder === undefined ? path!.matches(name, policy) : path!.covers(name, policy);
}

/** Read rules hold for every use of a file; edit rules for changes; a rule for one tool only for that tool and the shell. */
export function appliesTo({ toolName }: CompiledRule, { kind }: Access, { tool }: Subject): boolean {
  if (toolName === 'Read') return true;
  if (toolName === 'Edit') return kind === 'write';
  if (toolName === 'Cd') return false;
  return toolName === tool || (tool === 'Bash' && kind === 'write' && toolName !== 'Grep' && toolName !== 'Glob');
}

/** A text short enough for a sentence. */
export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}
