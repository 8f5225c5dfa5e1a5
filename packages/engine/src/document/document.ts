import { parseFrontmatter, type Parsed } from './frontmatter.js';
import { readText } from './read-text.js';

/** Where something that extends a session was found. */
export type Origin = 'managed' | 'user' | 'project' | 'plugin';

/** A folder that may hold what extends a session. */
export interface Place {
  origin: Origin;
  folder: string;
  /** What lies there may run things and widen what is allowed. */
  trusted: boolean;
  /** Where its files must really lie, links followed; anywhere when absent. */
  within?: readonly string[];
  /** What that place belongs to, when trust would not change it. */
  outOf?: string;
  /** The name before the colon, for plugins. */
  prefix?: string;
  /** Variables that stand for folders in its texts. */
  variables?: Record<string, string>;
}

/** A Markdown file with a head: a command, an agent, a skill, a rule, a style. */
export interface Document {
  path: string;
  place: Place;
  /** Shared by all sessions: not to be changed. */
  fields: Readonly<Record<string, unknown>>;
  body: string;
}

export const largestDocument = 1024 * 1024;

/** Reads one document. What is wrong with it is told; a file that does not exist is nothing. */
export async function readDocument(path: string, place: Place, tell: (problem: string) => void): Promise<Document | undefined> {
  const { within, outOf } = place;
  const read = readText(path, { most: largestDocument, ...(within && { within }), ...(outOf !== undefined && { outOf }) });
  if ('problem' in read) {
    tell(read.problem);
    return undefined;
  }
  if ('absent' in read) return undefined;
  const { fields, body, problem } = await parsedOf(path, read.text);
  if (problem !== undefined) {
    tell(`${path}: ${problem}`);
    return undefined;
  }
  return { path, place, fields, body };
}

const mostParsed = 2000;
const parsed = new Map<string, { text: string; parts: Promise<Parsed> }>();

/** The parts of a text; those of a file that is as it was before are taken over. */
function parsedOf(path: string, text: string): Promise<Parsed> {
  const known = parsed.get(path);
  if (known?.text === text) return known.parts;
  const parts = parseFrontmatter(text);
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(path, { text, parts });
  return parts;
}
