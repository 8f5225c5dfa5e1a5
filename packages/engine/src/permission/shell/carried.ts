import { programName, type ShellCommand } from './command.js';
import { commandsInFlags, runsByFlag } from './table/runner.js';
import { carriers, mostCalls, programCalls, programPlaces } from './wrapper.js';
import type { ShellWord } from './word.js';

/** What a command hands to another interpreter. */
export interface Carried {
  /** Texts that a shell will run. */
  scripts: string[];
  /** Program text in another language. */
  code: string[];
  /** Why commands may be hidden here, if they may. */
  opaque: string[];
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ksh93', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh', 'yash', 'pwsh']);

const interpreters =
  /^(python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|luajit|awk|gawk|mawk|nawk|osascript|Rscript|tclsh|wish|expect|guile|julia|elixir|erl|ghci|groovy|jshell|scala|make|gmake|vim|vi|nvim|emacs|ed|ex|m4|psql|sqlite3|mysql|gdb|lldb)[\d.]*$/;

/** True for a program that runs any code it is given: a rule for it would approve everything. */
export function runsAnything(name: string): boolean {
  return (
    shells.has(name) ||
    (interpreters.test(name) && !name.endsWith('make')) ||
    carriers.has(name) ||
    name === 'source' ||
    name === '.' ||
    name === 'find' ||
    name === 'fd'
  );
}

/** Looks for scripts and code in the arguments and the input of a command. */
export function carriedBy(command: ShellCommand): Carried {
  const carried: Carried = { scripts: [], code: [], opaque: [] };
  if (command.words.length === 0) return carried;
  let interesting = 0;
  for (const place of programPlaces(command)) {
    const name = programName(command.words[place]);
    if (place > 0 && !shells.has(name) && !interpreters.test(name) && name !== 'eval' && name !== 'source' && name !== '.') continue;
    if (++interesting > mostPlaces) {
      carried.opaque.push('one command runs another too many times over');
      carried.code.push(command.plain);
      break;
    }
    look(command, place, carried);
  }
  const calls = programCalls(command, runsByFlag);
  if (calls.length === mostCalls) carried.opaque.push('one command runs another too many times over');
  carried.scripts.push(...calls.flatMap(commandsInFlags));
  return carried;
}

const mostPlaces = 8;

function look(command: ShellCommand, place: number, carried: Carried): void {
  const word = command.words[place]!;
  const rest = command.words.slice(place + 1);
  const name = programName(word);
  if (place === 0 && word.certainty !== 'exact') carried.opaque.push(`the program ${word.raw} is only known when it runs`);
  else if (place === 0 && word.glob) carried.opaque.push(`the program ${word.raw} depends on the files that exist`);
  if (shells.has(name)) lookInShell(command, rest, carried);
  else if (name === 'eval') lookInEval(rest, carried);
  else if (interpreters.test(name)) lookInInterpreter(command, rest, carried);
  else if (name === 'source' || name === '.') lookInSource(rest, carried);
  else if (place === 0 && carriers.has(name)) lookInCarrier(command, rest, carried);
}

function lookInInterpreter(command: ShellCommand, rest: readonly ShellWord[], carried: Carried): void {
  carried.code.push([...rest.map((each) => each.value), command.input ?? ''].join('\n'));
  if (rest.some(({ raw }) => raw.startsWith('<('))) carried.opaque.push('a program reads its instructions from another command');
}

function lookInShell(command: ShellCommand, rest: readonly ShellWord[], carried: Carried): void {
  const at = rest.findIndex((word) => !/^[-+]/.test(word.value) || word.certainty === 'unknown');
  const flagged = rest.findIndex((word) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word.value));
  if (flagged !== -1) {
    for (const word of rest.slice(flagged + 1)) if (word.value !== '' || word.certainty === 'unknown') takeScript(word, carried);
  } else if (at === -1 || rest.some((word) => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word.value))) {
    if (command.input === undefined || command.input === null) carried.opaque.push('a shell reads its commands from standard input');
    else carried.scripts.push(command.input);
  } else if (/^\/(dev|proc)\//.test(rest[at]!.value)) carried.opaque.push('a shell reads its commands from an open file');
  else if (rest[at]!.certainty !== 'exact') carried.opaque.push('the script that a shell runs is only known when it runs');
}

function takeScript(word: ShellWord, carried: Carried): void {
  if (word.certainty === 'unknown') carried.opaque.push('a shell is handed a text that is only known when it runs');
  if (word.value !== '') carried.scripts.push(word.value);
}

function lookInEval(rest: readonly ShellWord[], carried: Carried): void {
  if (rest.some((word) => word.certainty === 'unknown')) carried.opaque.push('eval is handed a text that is only known when it runs');
  carried.scripts.push(rest.map((word) => word.value).join(' '));
}

function lookInSource(rest: readonly ShellWord[], carried: Carried): void {
  if (rest[0] === undefined || rest[0].certainty !== 'exact' || rest[0].value.startsWith('/dev/') || rest[0].value.startsWith('/proc/'))
    carried.opaque.push('the script that is sourced is only known when it runs');
}

function lookInCarrier(command: ShellCommand, rest: readonly ShellWord[], carried: Carried): void {
  const first = rest.find((word) => word.certainty === 'unknown' || !/^(-|\w+=)/.test(word.value));
  if (first?.certainty === 'unknown' || first?.value === '{}')
    carried.opaque.push(`what ${command.words[0]!.value} runs is only known when it runs`);
  for (const word of rest) {
    const text = word.value
      .replace(/^\w[\w-]*=/, '')
      .replace(/^--[\w-]+=/, '')
      .replace(/^-S/, '');
    if (/[\s;&|<>()`$]/.test(text)) carried.scripts.push(text);
    else if (text !== word.value) carried.scripts.push(text);
  }
  if (/^(at|batch|crontab|parallel)$/.test(programName(command.words[0])) && command.input !== undefined) {
    if (command.input === null) carried.opaque.push('the commands to run come from standard input');
    else carried.scripts.push(command.input);
  }
}
