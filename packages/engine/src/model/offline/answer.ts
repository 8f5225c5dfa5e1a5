import { answerAbout, summarise } from './file-answer.js';
import type { Step } from './step.js';
import { excerpt } from './excerpt.js';

/** Says what a call brought, in a few lines. */
export function answerFor(step: Extract<Step, { kind: 'call' }>, result: { text: string; isError: boolean }, folder: string): string {
  if (result.isError) return `That did not work (${step.tool}): ${result.text}`;
  const lines = result.text.split('\n').filter((line) => line.trim() !== '');
  const inside = folder === '' ? lines : lines.map((line) => (line.startsWith(`${folder}/`) ? line.slice(folder.length + 1) : line));
  switch (step.topic.kind) {
    case 'done':
      return step.topic.text;
    case 'lines':
      return `${step.file ?? 'It'} has ${matchesIn(result.text)} lines.`;
    case 'number-of-files':
      return countFiles(lines);
    case 'files':
      return listFiles(lines, inside);
    case 'matches':
      return result.text.startsWith('Nothing matches ') ? 'Nothing was found.' : excerpt(inside);
    case 'summary':
      return summarise(withoutLineNumbers(lines));
    case 'about':
      return answerAbout(withoutLineNumbers(lines), step.topic.words);
    case 'show':
      return step.tool === 'Read' ? excerpt(withoutLineNumbers(lines)) : excerpt(inside);
  }
}

function matchesIn(result: string): string {
  return /Found (\d+) matches/.exec(result)?.[1] ?? '0';
}

function countFiles(lines: readonly string[]): string {
  const more = lines.map((line) => /newest of (\d+) files/.exec(line)?.[1]).find((total) => total !== undefined);
  const count = Number(more ?? lines.filter((line) => line.startsWith('/')).length);
  return count === 1 ? 'There is 1 file.' : `There are ${count} files.`;
}

function listFiles(lines: readonly string[], shown: readonly string[]): string {
  const files = lines.filter((line) => line.startsWith('/')).length;
  return files === 0 ? 'No files were found.' : `Found ${files === 1 ? '1 file' : `${files} files`}:\n${excerpt(shown)}`;
}

/** Files are read with their line numbers. */
function withoutLineNumbers(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^\s*\d+(?:→|\t)/, '')).filter((line) => line.trim() !== '');
}
