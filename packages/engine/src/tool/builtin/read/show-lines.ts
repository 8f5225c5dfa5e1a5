import type { ReadOutput } from '@inboard/wire';
import type { ToolOutcome } from '../../define.js';

export const defaultLines = 2000;
export const maxLineLength = 2000;

/** Lines of a file and where they are from. */
export interface LinePage {
  path: string;
  lines: string[];
  /** The number of the first line, from 1. */
  startLine: number;
  totalLines: number;
  /** The file goes on after `totalLines`, which is how far it was counted. */
  more: boolean;
  /** What the model should know besides. */
  notes: string[];
}

/** The page as the model and the host see it, and the number of its last line that fits. */
export function showLines(page: LinePage, room: number): { outcome: ToolOutcome; lastLine: number } {
  const { path, startLine, totalLines } = page;
  const numbered: string[] = [];
  let used = 0;
  for (const [index, line] of page.lines.entries()) {
    const text = `${String(startLine + index).padStart(6)}→${line}`;
    used += text.length + 1;
    if (used > room && index > 0) break;
    numbered.push(text);
  }
  const shown = page.lines.slice(0, numbered.length);
  const lastLine = startLine - 1 + shown.length;
  const notices = [...rest(page, lastLine, numbered.length < page.lines.length), ...page.notes];
  const result: ReadOutput = {
    type: 'text',
    file: { filePath: path, content: shown.join('\n'), numLines: shown.length, startLine, totalLines },
  };
  return { outcome: { content: [...numbered, ...notices.map((notice) => `(${notice})`)].join('\n'), result }, lastLine };
}

function rest({ totalLines, more }: LinePage, lastLine: number, full: boolean): string[] {
  const left = totalLines - lastLine;
  if (left === 0 && !more) return [];
  const why = full ? 'no more fits into one result; ' : '';
  const count = more ? 'more lines' : `${left} more line${left === 1 ? '' : 's'}`;
  return [`${why}${count}; read on with offset ${lastLine + 1}`];
}

/** A line no longer than the model gets to see. */
export function cutLine(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… (${line.length} characters)` : line;
}

/** What is said instead of lines. */
export function noLines(path: string, message: string, at: { startLine: number; totalLines: number }): ToolOutcome {
  const result: ReadOutput = { type: 'text', file: { filePath: path, content: '', numLines: 0, ...at } };
  return { content: message, result };
}
