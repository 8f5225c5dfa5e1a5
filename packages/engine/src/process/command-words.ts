const separator = /^(\|\||&&|\|&|[;|&\n])/;
const assignment = /^[A-Za-z_]\w*=/;

/** Programs that print nothing when all is well. */
const silent = new Set([
  'cd',
  'chgrp',
  'chmod',
  'chown',
  'cp',
  'export',
  'ln',
  'mkdir',
  'mv',
  'rm',
  'rmdir',
  'set',
  'sleep',
  'touch',
  'true',
  ':',
  'unset',
  'wait',
]);

/**
 * The words of each simple command of a line, roughly: quotes and escapes are seen, nothing is expanded.
 * Good enough to word a message; never for a decision.
 */
export function commandWords(command: string): string[][] {
  const commands: string[][] = [[]];
  let word = '';
  const endWord = () => {
    if (word !== '') commands.at(-1)!.push(word);
    word = '';
  };
  for (let at = 0; at < command.length;) {
    const rest = command.slice(at, at + 2);
    const split = separator.exec(rest)?.[0];
    const length = split ? split.length : pieceLength(command, at);
    const piece = command.slice(at, at + length);
    if (split || /\s/.test(piece)) endWord();
    else word += piece;
    if (split) commands.push([]);
    at += length;
  }
  endWord();
  return commands.map(withoutAssignments).filter((words) => words.length > 0);
}

/** The words of the command whose exit code becomes that of the line. */
export function lastCommand(command: string): string[] {
  const [program, ...rest] = commandWords(command).at(-1) ?? [];
  return program === undefined ? [] : [program.slice(program.lastIndexOf('/') + 1), ...rest];
}

/** True when a line that works is expected to print nothing. */
export function printsNothing(command: string): boolean {
  const commands = commandWords(command);
  return commands.length > 0 && commands.every(([program = '']) => silent.has(program)) && !/[<>`$(]/.test(command);
}

function pieceLength(command: string, at: number): number {
  const char = command[at]!;
  if (char === '\\') return 2;
  if (char !== "'" && char !== '"') return 1;
  let end = at + 1;
  while (end < command.length && command[end] !== char) end += char === '"' && command[end] === '\\' ? 2 : 1;
  return end + 1 - at;
}

function withoutAssignments(words: string[]): string[] {
  const first = words.findIndex((word) => !assignment.test(word));
  return first === -1 ? [] : words.slice(first);
}
