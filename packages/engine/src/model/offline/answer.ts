import type { Step } from './plan.js';

const longest = 12;

/** Says what a call brought, in a few lines. */
export function answerFor(step: Step, result: string, isError: boolean): string {
  if (step.kind === 'say') return step.text;
  if (isError) return `${step.tool} did not work: ${result}`;
  const lines = result.split('\n').filter((line) => line !== '');
  if (step.tool === 'Glob') return step.question === 'count' ? counted(lines) : listed(lines);
  if (step.tool === 'Grep' && step.question === 'lines') return `It has ${result.match(/\d+/)?.[0] ?? 'no'} lines.`;
  if (step.tool === 'Read') return answerFromFile(withoutLineNumbers(lines), step.question ?? '');
  return excerpt(lines);
}

function counted(lines: string[]): string {
  const files = lines.filter((line) => line.startsWith('/'));
  return `There are ${files.length}${lines.length > files.length ? ' or more' : ''} files.`;
}

function listed(lines: string[]): string {
  return lines[0]?.startsWith('/') ? `Found ${lines.length}:\n${excerpt(lines)}` : excerpt(lines);
}

/** Looks for what was asked in a JSON file's keys, else in the lines that mention it, else shows the beginning. */
function answerFromFile(lines: string[], question: string): string {
  const words = (question.match(/[A-Za-z][\w-]*/g) ?? []).filter((word) => !commonWords.has(word.toLowerCase()));
  if (words.length === 0) return excerpt(lines);
  const json = parseObject(lines.join('\n'));
  const facts = words.flatMap((word) => (json && word in json ? [`The ${word} is ${JSON.stringify(json[word])}.`] : []));
  if (facts.length > 0) return facts.join('\n');
  const mentions = lines.filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())));
  return mentions.length > 0 ? excerpt(mentions) : excerpt(lines);
}

const commonWords = new Set(
  'a about all and are as at by can do does file for from give has have how i in is it its me of on or please read say show tell that the there this to up was what which who with you'.split(' '),
);

function withoutLineNumbers(lines: string[]): string[] {
  return lines.map((line) => line.replace(/^\s*\d+(?:→|\t)/, ''));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not JSON, which is fine
  }
}

function excerpt(lines: string[]): string {
  if (lines.length === 0) return 'It is empty.';
  const more = lines.length - longest;
  return [...lines.slice(0, longest), ...(more > 0 ? [`… and ${more} more lines.`] : [])].join('\n');
}
