import { excerpt } from './excerpt.js';

/** Looks for what was asked in a JSON file's keys, else in the lines that mention it, else shows the beginning. */
export function answerAbout(lines: readonly string[], question: string): string {
  const words = (question.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? []).filter((word) => !commonWords.has(word.toLowerCase()));
  if (words.length === 0) return excerpt(lines);
  const json = parseObject(lines.join('\n'));
  const facts = json ? words.flatMap((word) => factFor(json, word)) : [];
  if (facts.length > 0) return facts.join('\n');
  const mentions = lines.filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())));
  return mentions.length > 0 ? excerpt(mentions) : `It says nothing about ${words.join(', ')}. It begins:\n${excerpt(lines, 5)}`;
}

/** Headings and first words of a text, the main fields of a JSON file, else the first lines. */
export function summarise(lines: readonly string[]): string {
  const json = parseObject(lines.join('\n'));
  if (json) {
    const known = ['name', 'version', 'description'].flatMap((key) => factFor(json, key));
    return [...known, `Its fields: ${Object.keys(json).slice(0, 20).join(', ') || 'none'}.`].join('\n');
  }
  const headings = lines.filter((line) => /^#{1,6}\s/.test(line));
  if (headings.length === 0) return `It has ${lines.length} lines with text and begins:\n${excerpt(lines, 8)}`;
  const opening = lines.find((line) => /^[\p{L}*_[`>]/u.test(line));
  return [...(opening === undefined ? [] : [excerpt([opening])]), `Its headings:\n${excerpt(headings, 12)}`].join('\n');
}

const commonWords = new Set(
  'a about all and are as at by can contents do does field file for from give has have how i in is it its key line lines me of on or please read say says show tell that the their there this to up value was what which who whole with you'.split(
    ' ',
  ),
);

function factFor(json: Record<string, unknown>, word: string): string[] {
  const names = [word, ...(word.endsWith('s') ? [word.slice(0, -1)] : [`${word}s`])].map((name) => name.toLowerCase());
  const key = Object.keys(json).find((each) => names.includes(each.toLowerCase()));
  return key === undefined ? [] : [`The ${key} ${key.endsWith('s') ? 'are' : 'is'} ${JSON.stringify(json[key])}.`];
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not JSON, which is fine
  }
}
