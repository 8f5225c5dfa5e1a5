import { existsSync, statSync } from 'node:fs';
import type { GrepInput } from '@inboard/wire';
import { search } from '../../process/ripgrep.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './grep.md';
import { absolutePath } from './path.js';

const timeoutMs = 20_000;
const maxKept = 50_000;
const maxColumns = 2000;

/** Searches the contents of files with ripgrep. */
export const grepTool = builtinTool('Grep', { prompt, readOnly: true, run: grep });

type Mode = NonNullable<GrepInput['output_mode']>;

async function grep(input: GrepInput, context: ToolContext): Promise<ToolOutcome> {
  const target = absolutePath(input.path ?? '.', context.cwd);
  if (!existsSync(target)) return failed(`There is no file or folder ${target}.`);
  const mode = input.output_mode ?? 'files_with_matches';
  const records: string[] = [];
  const end = await search({
    args: [...flags(input, mode), '-e', input.pattern, '--', target],
    cwd: statSync(target).isDirectory() ? target : context.cwd,
    signal: context.signal,
    timeoutMs,
    separator: mode === 'files_with_matches' ? '\0' : '\n',
    onRecord: (record) => records.push(record) < maxKept,
  });
  if (end.code === 2 && records.length === 0) return failed(`The search failed: ${end.stderr.trim()}`);
  return present(input, mode, records, end.timedOut);
}

/** Every value goes in as a value: nothing the model writes can become an option. */
function flags(input: GrepInput, mode: Mode): string[] {
  const before = input['-B'] ?? 0;
  const after = input['-A'] ?? 0;
  const around = input['-C'] ?? input.context ?? 0;
  return [
    '--color=never',
    '--hidden',
    '--glob=!.git/',
    '--no-messages',
    ...(mode === 'files_with_matches' ? ['--files-with-matches', '--null', '--sortr=modified'] : ['--sort=path', '--with-filename']),
    ...(mode === 'count' ? ['--count-matches'] : []),
    ...(mode === 'content' ? [`--max-columns=${maxColumns}`, '--max-columns-preview', input['-n'] === false ? '--no-line-number' : '--line-number', '--no-heading'] : []),
    ...(mode === 'content' && around > 0 ? [`--context=${around}`] : []),
    ...(mode === 'content' && around === 0 && before > 0 ? [`--before-context=${before}`] : []),
    ...(mode === 'content' && around === 0 && after > 0 ? [`--after-context=${after}`] : []),
    ...(mode === 'content' && input['-o'] ? ['--only-matching'] : []),
    ...(input['-i'] ? ['--ignore-case'] : []),
    ...(input.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(input.glob !== undefined ? [`--glob=${input.glob}`] : []),
    ...(input.type !== undefined ? [`--type=${input.type}`] : []),
  ];
}

function present(input: GrepInput, mode: Mode, records: string[], timedOut: boolean): ToolOutcome {
  const offset = input.offset ?? 0;
  const limit = input.head_limit ?? 0;
  const shown = records.slice(offset, limit === 0 ? undefined : offset + limit);
  const left = records.length - offset - shown.length;
  const notices = [
    ...(left > 0 ? [`(${left} more; raise head_limit or use offset ${offset + shown.length})`] : []),
    ...(timedOut ? [`(stopped after ${timeoutMs / 1000} s; there may be more)`] : []),
  ];
  const applied = { ...(limit > 0 && { appliedLimit: limit }), ...(offset > 0 && { appliedOffset: offset }), ...(timedOut && { timedOut }) };
  const nothing = `Nothing matches ${input.pattern === '' ? 'the empty pattern' : input.pattern}.`;
  if (mode === 'files_with_matches') {
    const content = shown.length === 0 ? nothing : [`Found ${records.length} file${records.length === 1 ? '' : 's'}`, ...shown, ...notices].join('\n');
    return { content, result: { mode, numFiles: shown.length, filenames: shown, ...applied } };
  }
  const text = shown.join('\n');
  if (mode === 'content') {
    return { content: shown.length === 0 ? nothing : [text, ...notices].join('\n'), result: { mode, numFiles: 0, filenames: [], content: text, numLines: shown.length, ...applied } };
  }
  const numMatches = records.reduce((total, record) => total + Number(record.slice(record.lastIndexOf(':') + 1)), 0);
  const total = `Found ${numMatches} matches in ${records.length} files.`;
  return { content: shown.length === 0 ? nothing : [text, ...notices, total].join('\n'), result: { mode, numFiles: records.length, filenames: [], content: text, numMatches, ...applied } };
}
