import { describeIssues } from '@inboard/wire';
import { readText } from '../document/read-text.js';
import { jsonError } from './json-error.js';
import { settingsSchema, type Settings } from './settings.js';

const largestFile = 2 * 1024 * 1024;

/** What reading a settings file gave: settings, nothing because there is no file, or a line that says what is wrong. */
export type ReadResult = { settings: Settings } | { absent: true } | { problem: string };

/** Reads one settings file strictly. It never throws: a broken file is one line naming the file, the line and the reason. */
export function readSettings(path: string): ReadResult {
  const read = readText(path, { most: largestFile });
  return 'text' in read ? parseSettings(read.text, path) : read;
}

/** Reads settings from a text; `path` names it in problems. */
export function parseSettings(text: string, path: string): { settings: Settings } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    const { line, reason } = jsonError(text);
    return { problem: `${path}:${line}: is not valid JSON (${reason})` };
  }
  const parsed = settingsSchema().safeParse(value);
  return parsed.success ? { settings: value as Settings } : { problem: `${path}: ${describeIssues(parsed.error)}` }; // the schema has just said so
}
