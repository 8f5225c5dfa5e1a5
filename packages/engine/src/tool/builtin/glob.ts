import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { GlobInput } from '@inboard/wire';
import picomatch from 'picomatch';
import { search } from '../../process/ripgrep.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './glob.md';
import { absolutePath } from './path.js';

const maxFiles = 100;
const timeoutMs = 20_000;

/** Finds files by name, newest first. */
export const globTool = builtinTool('Glob', { prompt, readOnly: true, run: glob });

async function glob(input: GlobInput, context: ToolContext): Promise<ToolOutcome> {
  const started = context.port.monotonic();
  if (input.pattern.includes('\0') || input.path?.includes('\0')) return failed('A pattern or path may not hold a NUL byte.');
  const { folder, pattern } = rooted(input, context.cwd);
  const isFolder = await stat(folder).then((found) => found.isDirectory(), () => false);
  if (!isFolder) return failed(`There is no folder ${folder}.`);
  const matches = picomatch(pattern, { dot: true });
  const found: string[] = [];
  const end = await search({
    args: ['--files', '--null', '--hidden', '--no-ignore', '--no-messages', '--glob', '!.git/', '--', '.'],
    cwd: folder,
    signal: context.signal,
    timeoutMs,
    separator: '\0',
    onRecord: (record) => {
      const name = record.startsWith('./') ? record.slice(2) : record;
      if (matches(name)) found.push(name);
      return true;
    },
  });
  const newest = await newestFirst(found.map((name) => join(folder, name)));
  const filenames = newest.slice(0, maxFiles);
  const truncated = found.length > maxFiles || end.timedOut;
  const notice = [
    ...(found.length > maxFiles ? [`(the ${maxFiles} newest of ${found.length} files; use a narrower pattern for the others)`] : []),
    ...(end.timedOut ? [`(stopped after ${timeoutMs / 1000} s; there may be more)`] : []),
  ];
  return {
    content: filenames.length === 0 ? `No files match ${input.pattern}.` : [...filenames, ...notice].join('\n'),
    result: { filenames, durationMs: Math.round(context.port.monotonic() - started), numFiles: filenames.length, truncated },
  };
}

/** An absolute pattern is split into the folder it starts from and the rest. */
function rooted(input: GlobInput, cwd: string): { folder: string; pattern: string } {
  const folder = absolutePath(input.path ?? '.', cwd);
  const pattern = input.pattern.replace(/^\.\//, '');
  if (!isAbsolute(pattern)) return { folder, pattern };
  const { base, glob: rest } = picomatch.scan(pattern);
  const inside = relative(folder, base);
  return inside.startsWith('..') ? { folder: base || sep, pattern: rest || '*' } : { folder, pattern: [inside, rest].filter(Boolean).join('/') };
}

async function newestFirst(paths: string[]): Promise<string[]> {
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: await stat(path).then((found) => found.mtimeMs, () => 0) })));
  return dated.toSorted((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}
