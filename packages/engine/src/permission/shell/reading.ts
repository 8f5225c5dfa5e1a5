import type { CommandArgument, Redirection } from 'unbash';
import { resolvePath } from '../path/resolve.js';
import type { FileView } from '../path/file-view.js';
import { carriedBy } from './carried.js';
import { collect, longestRun, type Collected, type CommandSite } from './collect.js';
import { programName, textsOf, type ShellCommand, type ShellRedirect } from './command.js';
import { hasHiddenCharacters } from './hidden-characters.js';
import { isLocalVariable } from './names.js';
import { evaluatesText } from './table/builtin.js';
import { readWord, type Scope, type ShellWord } from './word.js';
import { programPlaces, unwrapped } from './wrapper.js';

/** What a command line does, as far as it can be told without running it. */
export interface ShellReading {
  readonly script: string;
  /** Every command that bash itself runs. */
  readonly commands: readonly ShellCommand[];
  /** Commands inside texts that are handed to a shell. */
  readonly carried: readonly ShellCommand[];
  /** The folders in which commands may run; undefined when that cannot be told. */
  readonly directories: readonly string[] | undefined;
  /** Why the grammar could not read it, if so. */
  readonly unreadable?: string;
  /** Why other commands may be hidden in it. */
  readonly opaque: readonly string[];
  /** Why it may do more than its words say. */
  readonly hazards: readonly string[];
  /** Every value that is given to a variable, as far as it is known. */
  readonly assigned: readonly string[];
  /** Program text in other languages, and shell text that cannot be read. */
  readonly code: readonly string[];
}

/** Where a command line runs. */
export interface ShellPlace {
  home: string;
  cwd: string;
  fs: FileView;
}

/** How much text inside texts is followed, in all. */
interface Budget {
  scripts: number;
  characters: number;
}

const longestShown = 10_000;

/** Reads a command line. Never throws; what cannot be read is said so. */
export function readShell(script: string, place: ShellPlace, budget: Budget = { scripts: 64, characters: 2 * longestRun }): ShellReading {
  const found = collect(script);
  const scope = scopeOf(found, place);
  const commands = [...found.sites.map((site) => readSite(site, scope)), ...loopCommands(found, scope)];
  const parts = { opaque: [] as string[], carried: [] as ShellCommand[], code: [] as string[] };
  for (const command of commands) follow(command, place, budget, parts);
  const evaluations = [...found.evaluations, ...commands.flatMap(evaluatedBy)];
  if (evaluations.length > 0 && found.holdsSubstitution) parts.opaque.push(evaluations[0]!);
  const unreadable = script.includes('\0') ? 'the command contains a NUL byte' : found.unreadable;
  return {
    script,
    commands,
    ...parts,
    assigned: found.values.flatMap((word) => readWord(word, scope)).map(({ value }) => value),
    directories: directoriesOf([...commands, ...parts.carried], place),
    ...(unreadable !== undefined && { unreadable }),
    hazards: [...found.hazards, ...evaluations, ...textHazards(script), ...commands.flatMap(commandHazards)],
  };
}

/** The programs a command line may start, by name, and whether there may be others. */
export function commandsIn(script: string): { programs: string[]; complete: boolean } {
  const reading = readShell(script, { home: '/', cwd: '/', fs: { readLink: () => undefined } });
  const programs = [...reading.commands, ...reading.carried].flatMap((command) =>
    programPlaces(command).map((at) => programName(command.words[at])),
  );
  return {
    programs: [...new Set(programs)].filter((name) => name !== ''),
    complete: reading.unreadable === undefined && reading.opaque.length === 0,
  };
}

/** Adds what a command hands to other interpreters. */
function follow(
  command: ShellCommand,
  place: ShellPlace,
  budget: Budget,
  parts: { opaque: string[]; carried: ShellCommand[]; code: string[] },
): void {
  const { scripts, code, opaque } = carriedBy(command);
  parts.opaque.push(...opaque);
  parts.code.push(...code);
  for (const script of scripts) {
    budget.scripts--;
    budget.characters -= script.length;
    if (budget.scripts < 0 || budget.characters < 0) {
      parts.opaque.push('commands are nested too deep');
      parts.code.push(command.plain);
      return;
    }
    const inner = readShell(script, place, budget);
    if (inner.unreadable !== undefined) parts.code.push(script);
    parts.carried.push(...inner.commands, ...inner.carried);
    parts.opaque.push(...inner.opaque);
    parts.code.push(...inner.code);
  }
}

/** Variables with one value in the whole script have that value, unless something else sets them. */
function scopeOf(found: Collected, place: ShellPlace): Scope {
  const moves = found.sites.some(({ name }) => /^(cd|chdir|pushd|popd|command|builtin)$/.test(name?.value ?? ''));
  const bare: Scope = { home: place.home, cwd: moves ? undefined : place.cwd, variables: new Map() };
  if (found.assigned.length === 0) return bare;
  const variables = new Map<string, string | undefined>();
  for (const [name, word] of found.assigned) {
    const [only, ...others] = word === undefined ? [] : readWord(word, bare);
    const value = only?.certainty === 'exact' && others.length === 0 && !only.glob ? only.value : undefined;
    variables.set(name, variables.has(name) ? undefined : value);
  }
  return { ...bare, variables };
}

function readSite(site: CommandSite, scope: Scope): ShellCommand {
  const words =
    site.keyword === undefined
      ? [...(site.name === undefined ? [] : readWord(site.name, scope)), ...site.args.flatMap((arg) => readArgument(arg, scope))]
      : [keywordWord(site.keyword)];
  const texts = textsOf(words);
  return {
    assignments: site.prefix.map(({ name }) => name),
    words,
    redirects: site.redirects.flatMap((redirect) => readRedirect(redirect, scope)),
    input: inputOf(site, scope),
    written: [...site.prefix.map(({ text }) => text), texts.raw].join(' '),
    ...texts,
  };
}

/** A loop through wildcards looks at the names of files, like a command that is given them. */
function loopCommands({ looped }: Collected, scope: Scope): ShellCommand[] {
  const words = looped.flatMap((word) => readWord(word, scope)).filter(({ glob, raw }) => glob && /[*?[]/.test(raw));
  if (words.length === 0) return [];
  const all = [keywordWord('for'), ...words];
  const texts = textsOf(all);
  return [{ assignments: [], words: all, redirects: [], input: undefined, written: texts.raw, ...texts }];
}

function keywordWord(text: string): ShellWord {
  return { raw: text, value: text, certainty: 'exact', glob: false };
}

function readArgument(arg: CommandArgument, scope: Scope): ShellWord[] {
  if (arg.type === 'Word') return readWord(arg, scope);
  const [value] = arg.value.type === 'Word' ? readWord(arg.value, scope) : [];
  return [{ raw: arg.text, value: `${arg.name}=${value?.value ?? ''}`, certainty: value?.certainty ?? 'unknown', glob: false }];
}

function readRedirect(redirect: Redirection, scope: Scope): ShellRedirect[] {
  if (redirect.type !== 'Redirect' || redirect.target === undefined) return [];
  const duplicates = redirect.operator === '>&' || redirect.operator === '<&';
  if (duplicates && /^(\d+-?|-)$/.test(redirect.target.text)) return [];
  const kind = redirect.operator === '<' ? 'read' : 'write';
  return readWord(redirect.target, scope).map((target) => ({ kind, target }));
}

function inputOf(site: CommandSite, scope: Scope): string | null | undefined {
  for (const redirect of site.redirects.toReversed()) {
    if (redirect.type === 'HereDoc')
      return redirect.body.parts?.some((part) => part.type !== 'Literal') === true ? null : redirect.body.text;
    if (redirect.type === 'HereString') {
      const word = redirect.target === undefined ? undefined : readWord(redirect.target, scope)[0];
      return word === undefined || word.certainty === 'unknown' ? null : word.value;
    }
    if (redirect.operator === '<' || redirect.operator === '<>' || redirect.operator === '<&') return null;
  }
  return site.piped ? null : undefined;
}

function textHazards(script: string): string[] {
  return [
    ...(script.length > longestShown ? [`the command has ${script.length} characters, more than a person will read`] : []),
    ...(/(?<!\\)(?:\\\\)*\\$/.test(script) ? ['the command ends in the middle of an escape'] : []),
    ...(hasHiddenCharacters(script) ? ['the command contains characters that cannot be seen'] : []),
  ];
}

function evaluatedBy(command: ShellCommand): string[] {
  const { words } = unwrapped(command).at(-1)!;
  const name = programName(words[0]);
  return evaluatesText(name, words.slice(1)) ? [`${name} evaluates what it is given`] : [];
}

function commandHazards({ assignments, words, redirects }: ShellCommand): string[] {
  const hazards = redirects.some(({ target }) => target.raw.startsWith('!'))
    ? ['other shells read >! as a redirection that overwrites']
    : [];
  const outside = words.length === 0 ? assignments.find((name) => !isLocalVariable(name)) : undefined;
  if (outside !== undefined) hazards.push(`setting ${outside} can change what the other commands do`);
  return hazards;
}

const mostDirectories = 16;

/** All the folders that `cd` may lead to, in whatever order the parts run. */
function directoriesOf(commands: readonly ShellCommand[], place: ShellPlace): readonly string[] | undefined {
  const known = new Set([place.cwd]);
  for (const command of commands) {
    const inner = unwrapped(command).at(-1)!;
    const name = inner.words[0]?.value;
    if (name === 'pushd' || name === 'popd') return undefined;
    if (name !== 'cd' && name !== 'chdir') continue;
    const target = inner.words.slice(1).find((word) => !/^-[LPe@]*$|^--$/.test(word.value) || word.value === '-');
    if (target !== undefined && (target.certainty === 'unknown' || target.glob || target.value === '-')) return undefined;
    for (const from of [...known]) known.add(resolvePath(target?.value ?? place.home, from, place.fs).names[0]!);
    if (known.size > mostDirectories) return undefined;
  }
  return [...known];
}
