import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GrepInput } from '@inboard/wire';
import type { Environment } from '../../../port/environment.js';
import { search, type SearchEnd } from '../../../process/ripgrep.js';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { describeKind } from '../file/open-file.js';
import { Refusal, refusable } from '../file/refusal.js';
import { NewestFiles } from '../newest-files.js';
import { absolutePath } from '../path.js';
import { searchTimeout, timedOutNotice } from '../search-limits.js';
import { grepArguments, hasContext } from './arguments.js';
import prompt from './grep.md';
import { MatchedLines } from './matched-lines.js';
import { presentContent, presentCounts, presentFiles, type Ending } from './present.js';

/** File names, and characters of output, that are held at most. */
const maxNames = 50_000;
const maxHeld = 8 * 1024 * 1024;

/** Searches the contents of files with ripgrep. */
export const grepTool = builtinTool('Grep', { prompt, readOnly: true, run: grep });

async function grep(input: GrepInput, context: ToolContext): Promise<ToolOutcome> {
  const target = absolutePath(input.path ?? '.', context);
  return refusable(target, async () => {
    const values = [input.pattern, target, input.glob, input.type];
    if (values.some((value) => value?.includes('\0'))) throw new Refusal('A pattern or path may not hold a NUL byte.');
    const found = await stat(target);
    if (!found.isDirectory() && !found.isFile()) throw new Refusal(describeKind(found, target));
    const run = found.isDirectory() ? inFolder(input, target, context) : inFile(input, target, context);
    if (input.output_mode === 'content') return content(input, run);
    return input.output_mode === 'count' ? counts(input, run) : files(input, run);
  });
}

interface Run {
  args: string[];
  cwd: string;
  signal: AbortSignal;
  env: Environment;
  timeoutMs: number;
  mayRead: (path: string) => boolean;
  /** What comes before the names ripgrep gives. */
  prefix: string;
}

/** Searched as `.`: ripgrep compares globs with names below its own folder, whatever links lead there. */
function inFolder(input: GrepInput, folder: string, { env, signal, mayRead, respectGitignore }: ToolContext): Run {
  return {
    args: grepArguments(input, '.', respectGitignore),
    cwd: folder,
    env,
    timeoutMs: searchTimeout(env),
    signal,
    mayRead,
    prefix: folder === '/' ? '' : folder,
  };
}

function inFile(input: GrepInput, file: string, { env, signal, mayRead }: ToolContext): Run {
  return { args: grepArguments(input, file), cwd: dirname(file), env, timeoutMs: searchTimeout(env), signal, mayRead, prefix: '' };
}

/** The whole name of a file that ripgrep calls `./name`. */
function wholeName(name: string, { prefix }: Run): string {
  return name.startsWith('./') ? prefix + name.slice(1) : name;
}

async function files(input: GrepInput, run: Run): Promise<ToolOutcome> {
  const wanted = input.head_limit ? (input.offset ?? 0) + input.head_limit : maxNames;
  const newest = new NewestFiles(Math.min(wanted, maxNames));
  const onRecord = (record: string, raw?: Buffer): boolean => {
    const name = wholeName(record, run);
    if (!run.mayRead(name)) return true;
    newest.add(name, raw?.[0] === 0x2e ? Buffer.concat([Buffer.from(run.prefix), raw.subarray(1)]) : (raw ?? name));
    return true;
  };
  const end = await search({ ...run, separator: '\0', onRecord });
  return presentFiles(input, { names: newest.names(), total: newest.count }, ending(run, end, newest.count));
}

async function content(input: GrepInput, run: Run): Promise<ToolOutcome> {
  const { lines, end } = await gather(run);
  const shown = lines.lines({ separated: hasContext(input) });
  return presentContent(input, shown, ending(run, end, shown.length));
}

async function counts(input: GrepInput, run: Run): Promise<ToolOutcome> {
  const { lines, end } = await gather(run);
  const files = lines.files();
  return presentCounts(input, files, ending(run, end, files.length));
}

/** Searches with all cores, in any order. Only what is too much to be held is searched again in order, up to where it is full. */
async function gather(run: Run): Promise<{ lines: MatchedLines; end: SearchEnd }> {
  const first = await gatherOnce(run);
  return first.end.enough ? gatherOnce({ ...run, args: ['--sort=path', ...run.args] }) : first;
}

async function gatherOnce(run: Run): Promise<{ lines: MatchedLines; end: SearchEnd }> {
  const lines = new MatchedLines((name) => wholeName(name, run), run.mayRead);
  const onRecord = (record: string): boolean => {
    lines.take(record);
    return lines.size < maxHeld;
  };
  return { end: await search({ ...run, separator: '\n', onRecord }), lines };
}

/** What is said about how the search ended. A pattern or type that ripgrep does not take is an error. */
function ending({ env }: Run, end: SearchEnd, found: number): Ending {
  if (end.code === 2 && end.stderr !== '' && found === 0) throw new Refusal(`The search failed: ${end.stderr.trim()}`);
  const notices = [
    ...(end.timedOut ? [timedOutNotice(env)] : []),
    ...(end.enough ? [`(stopped at ${maxHeld / 1024 / 1024} MB of matches; there are more)`] : []),
    ...(end.code === 2 && end.stderr === '' ? ['(some files or folders could not be read)'] : []),
  ];
  return { notices, fields: end.timedOut ? { timedOut: true } : {} };
}
