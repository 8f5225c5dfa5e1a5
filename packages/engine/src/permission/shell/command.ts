import type { ShellWord } from './word.js';

/** A redirection to or from a file. */
export interface ShellRedirect {
  readonly kind: 'read' | 'write';
  readonly target: ShellWord;
}

/** One simple command, at whatever depth it stands. */
export interface ShellCommand {
  /** Names set in front of the command. */
  readonly assignments: readonly string[];
  /** The program and its arguments; empty when there are only assignments or redirections. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** What is handed to standard input: a text, null when it is unknown, undefined when nothing is. */
  readonly input: string | null | undefined;
  /** More arguments come from elsewhere (`xargs`). */
  readonly open?: boolean;
  /** Assignments and words as written, with one blank between them. */
  readonly written: string;
  /** The words as written, with one blank between them. */
  readonly raw: string;
  /** The words without quotes, with one blank between them. */
  readonly plain: string;
}

/** The name of a program without its folder. */
export function programName(word: ShellWord | undefined): string {
  return word === undefined ? '' : word.value.slice(word.value.lastIndexOf('/') + 1);
}

/** The same command without its first words. */
export function withoutWords(command: ShellCommand, count: number, more: Partial<ShellCommand> = {}): ShellCommand {
  const words = command.words.slice(count);
  return { ...command, ...more, words, ...textsOf(words) };
}

/** The words of a command as one text each. */
export function textsOf(words: readonly ShellWord[]): { raw: string; plain: string } {
  return { raw: words.map((word) => word.raw).join(' '), plain: words.map((word) => word.value).join(' ') };
}
