import { constants } from 'node:os';
import { lastCommand } from './command-words.js';

/** What an exit code says, and whether it is a failure at all. */
export interface ExitWords {
  failed: boolean;
  /** In words, where the code has a known meaning. */
  meaning?: string;
}

/** Programs for which 1 is an answer and not a failure. */
const answers: Readonly<Record<string, string>> = {
  grep: 'No matches found',
  egrep: 'No matches found',
  fgrep: 'No matches found',
  rg: 'No matches found',
  'git grep': 'No matches found',
  find: 'Some folders could not be searched',
  diff: 'The files differ',
  cmp: 'The files differ',
  'git diff': 'The files differ',
  test: 'The condition is false',
  '[': 'The condition is false',
  '[[': 'The condition is false',
};

/** Explains the exit code of a command. */
export function exitWords(command: string, code: number): ExitWords {
  if (code === 0) return { failed: false };
  const [program = '', sub = ''] = lastCommand(command);
  const answer = answers[`${program} ${sub}`] ?? (Object.hasOwn(answers, program) ? answers[program] : undefined);
  if (code === 1 && answer !== undefined) return { failed: false, meaning: answer };
  const meaning = meaningOf(code);
  return { failed: true, ...(meaning !== undefined && { meaning }) };
}

function meaningOf(code: number): string | undefined {
  if (code === 126) return 'The command was found but cannot be executed';
  if (code === 127) return 'The command was not found';
  if (code === 137) return 'Ended by SIGKILL, often because memory ran out';
  const signal = code > 128 ? Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0] : undefined;
  return signal === undefined ? undefined : `Ended by ${signal}`;
}

/** The code a shell would report for a process that a signal has ended. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
