import type { GrepInput, GrepOutput } from '@inboard/wire';
import type { ToolOutcome } from '../../define.js';
import { showName } from '../show-name.js';

/** How a search ended, in words and in fields of the result. */
export interface Ending {
  notices: string[];
  fields: Pick<GrepOutput, 'timedOut'>;
}

/** Characters of output that one result holds at most. */
const maxOutput = 100_000;

/** The files that match, newest first. */
export function presentFiles(input: GrepInput, found: { names: string[]; total: number }, ending: Ending): ToolOutcome {
  const page = pageOf(input, found.names.map(showName), found.total);
  const filenames = found.names.slice(page.start, page.start + page.entries.length);
  const head = `Found ${found.total} file${found.total === 1 ? '' : 's'}`;
  const result: GrepOutput = { mode: 'files_with_matches', numFiles: filenames.length, filenames, ...page.applied, ...ending.fields };
  return { content: say(input, found.total === 0 ? [] : [head, ...page.entries, ...page.notices], ending), result };
}

/** The lines that match. */
export function presentContent(input: GrepInput, lines: string[], ending: Ending): ToolOutcome {
  const page = pageOf(input, lines, lines.length);
  const result: GrepOutput = {
    mode: 'content',
    numFiles: 0,
    filenames: [],
    content: page.entries.join('\n'),
    numLines: page.entries.length,
    ...page.applied,
    ...ending.fields,
  };
  return { content: say(input, [...page.entries, ...page.notices], ending), result };
}

/** How often each file matches, and in all. */
export function presentCounts(input: GrepInput, files: { path: string; lines: string[] }[], ending: Ending): ToolOutcome {
  const page = pageOf(
    input,
    files.map(({ path, lines }) => `${showName(path)}:${lines[0]}`),
    files.length,
  );
  const numMatches = files.reduce((total, { lines }) => total + (Number.parseInt(lines[0]!, 10) || 0), 0); // each file has a line
  const total = `Found ${numMatches} match${numMatches === 1 ? '' : 'es'} in ${files.length} file${files.length === 1 ? '' : 's'}.`;
  const result: GrepOutput = {
    mode: 'count',
    numFiles: files.length,
    filenames: [],
    content: page.entries.join('\n'),
    numMatches,
    ...page.applied,
    ...ending.fields,
  };
  return { content: say(input, files.length === 0 ? [] : [...page.entries, ...page.notices, total], ending), result };
}

interface Page {
  start: number;
  entries: string[];
  notices: string[];
  applied: Pick<GrepOutput, 'appliedLimit' | 'appliedOffset'>;
}

function pageOf({ offset = 0, head_limit: limit = 0 }: GrepInput, all: string[], total: number): Page {
  const entries = fit(all.slice(offset, limit === 0 ? undefined : offset + limit));
  const left = total - offset - entries.length;
  const notices = left > 0 ? [`(${left} more; go on with offset ${offset + entries.length})`] : [];
  return {
    start: offset,
    entries,
    notices,
    applied: { ...(limit > 0 && { appliedLimit: limit }), ...(offset > 0 && { appliedOffset: offset }) },
  };
}

function fit(entries: string[]): string[] {
  let used = 0;
  const over = entries.findIndex((entry) => (used += entry.length + 1) > maxOutput);
  return over === -1 ? entries : entries.slice(0, Math.max(1, over));
}

function say(input: GrepInput, lines: string[], ending: Ending): string {
  const nothing = `Nothing matches ${input.pattern === '' ? 'the empty pattern' : input.pattern}.`;
  return [...(lines.length === 0 ? [nothing] : lines), ...ending.notices].join('\n');
}
