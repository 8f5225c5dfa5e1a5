import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GlobInput, GlobOutput } from '@inboard/wire';
import type { Environment } from '../../../port/environment.js';
import { search, type SearchEnd } from '../../../process/ripgrep.js';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { Refusal, refusable } from '../file/refusal.js';
import { absolutePath } from '../path.js';
import { NewestFiles } from '../newest-files.js';
import { isOn, searchTimeout, timedOutNotice } from '../search-limits.js';
import { showName } from '../show-name.js';
import prompt from './glob.md';
import { globRoot, type GlobRoot } from './glob-root.js';
import { nameFilter } from './name-filter.js';

const maxFiles = 100;

/** Finds files by name, newest first. */
export const globTool = builtinTool('Glob', { prompt, readOnly: true, run: glob });

async function glob(input: GlobInput, context: ToolContext): Promise<ToolOutcome> {
  const started = context.port.monotonic();
  const given = absolutePath(input.path ?? '.', context);
  return refusable(given, async () => {
    if (input.pattern.includes('\0') || given.includes('\0')) throw new Refusal('A pattern or path may not hold a NUL byte.');
    if (!(await isFolder(given))) throw new Refusal(`There is no folder ${given}.`);
    const root = globRoot(input.pattern, given);
    const newest = new NewestFiles(maxFiles);
    const end = (await isFolder(root.folder)) ? await findFiles(root, newest, context) : undefined;
    const filenames = newest.names().map((name) => join(root.folder, name));
    const truncated = newest.count > maxFiles || (end?.timedOut ?? false);
    const result: GlobOutput = {
      filenames,
      durationMs: Math.round(context.port.monotonic() - started),
      numFiles: filenames.length,
      truncated,
    };
    return { content: present(input.pattern, filenames, notices(newest.count, end, context.env)), result };
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function findFiles(
  { folder, pattern }: GlobRoot,
  newest: NewestFiles,
  { env, signal, mayRead, respectGitignore = false }: ToolContext,
): Promise<SearchEnd> {
  const ignores = respectGitignore || !isOn(env, 'CLAUDE_CODE_GLOB_NO_IGNORE');
  const isHiddenShown = isOn(env, 'CLAUDE_CODE_GLOB_HIDDEN');
  const filter = nameFilter(pattern, { leavesOut: ignores || !isHiddenShown });
  const timeoutMs = searchTimeout(env);
  const until = performance.now() + timeoutMs;
  let late = false;
  const end = await search({
    args: [
      '--files',
      '--null',
      ...(isHiddenShown ? ['--hidden'] : []),
      ...(ignores ? [] : ['--no-ignore']),
      '--no-messages',
      ...filter.args,
      '--glob=!.git',
      '--',
      '.',
    ],
    cwd: folder,
    signal,
    timeoutMs,
    separator: '\0',
    onRecord: (record, raw) => {
      const name = record.slice(2); // every name begins with ./
      if (filter.matches(name) && mayRead(`${folder}/${name}`))
        newest.add(name, raw ? Buffer.concat([Buffer.from(folder), raw.subarray(1)]) : `${folder}/${name}`);
      late = performance.now() > until; // matching and dating names takes time of ours, during which no timer runs
      return !late;
    },
  });
  return { ...end, timedOut: end.timedOut || late };
}

function notices(count: number, end: SearchEnd | undefined, env: Environment): string[] {
  return [
    ...(count > maxFiles ? [`(the ${maxFiles} newest of ${count} files; use a narrower pattern for the others)`] : []),
    ...(end?.timedOut ? [timedOutNotice(env)] : []),
    ...(end?.code === 2 && end.stderr === '' ? ['(some folders could not be read)'] : []),
  ];
}

function present(pattern: string, filenames: readonly string[], said: string[]): string {
  return [...(filenames.length === 0 ? [`No files match ${pattern}.`] : filenames.map(showName)), ...said].join('\n');
}
