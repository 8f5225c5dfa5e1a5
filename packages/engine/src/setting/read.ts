import { readFile } from 'node:fs/promises';
import { describeIssues } from '@inboard/wire';
import { jsonError } from './json-error.js';
import { settingsSchema, type Settings } from './settings.js';

const largestFile = 2 * 1024 * 1024;

/** What reading a settings file gave: settings, nothing because there is no file, or a line that says what is wrong. */
export type ReadResult = { settings: Settings } | { absent: true } | { problem: string };

/** Reads one settings file strictly. It never throws: a broken file is one line naming the file, the line and the reason. */
export async function readSettings(path: string): Promise<ReadResult> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { absent: true } : { problem: `${path}: cannot be read (${message})` };
  }
  if (text.length > largestFile) return { problem: `${path}: has ${text.length} characters; at most ${largestFile} are read` };
  return parseSettings(text, path);
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
