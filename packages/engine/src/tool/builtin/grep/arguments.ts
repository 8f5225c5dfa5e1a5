import type { GrepInput } from '@inboard/wire';

const maxColumns = 2000;

/** The command line of a search. Every value goes in as a value: nothing the model writes can become an option. */
export function grepArguments(input: GrepInput, target: string, respectGitignore = true): string[] {
  return [
    '--color=never',
    '--hidden',
    '--no-messages',
    '--null',
    ...(respectGitignore ? [] : ['--no-ignore']),
    ...modeFlags(input),
    ...(input['-i'] ? ['--ignore-case'] : []),
    // Across lines a file is searched as a whole, in memory.
    ...(input.multiline ? ['--multiline', '--multiline-dotall', '--max-filesize=512M'] : []),
    ...(input.glob !== undefined ? [`--glob=${input.glob}`] : []),
    '--glob=!.git',
    ...(input.type !== undefined ? [`--type=${input.type}`] : []),
    `--regexp=${input.pattern}`,
    '--',
    target,
  ];
}

function modeFlags(input: GrepInput): string[] {
  if (input.output_mode === 'count') return ['--with-filename', '--count-matches'];
  if (input.output_mode !== 'content') return ['--files-with-matches'];
  return [
    '--with-filename',
    '--no-heading',
    `--max-columns=${maxColumns}`,
    '--max-columns-preview',
    input['-n'] === false ? '--no-line-number' : '--line-number',
    ...(input['-o'] ? ['--only-matching'] : []),
    ...contextFlags(input),
  ];
}

/** True when lines around matches are shown too. */
export function hasContext(input: GrepInput): boolean {
  return contextFlags(input).length > 0;
}

function contextFlags(input: GrepInput): string[] {
  const around = input['-C'] ?? input.context ?? 0;
  const before = Math.max(around, input['-B'] ?? 0);
  const after = Math.max(around, input['-A'] ?? 0);
  return [...(before > 0 ? [`--before-context=${before}`] : []), ...(after > 0 ? [`--after-context=${after}`] : [])];
}
