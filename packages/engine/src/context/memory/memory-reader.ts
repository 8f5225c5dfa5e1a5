import { dirname } from 'node:path';
import picomatch from 'picomatch';
import { readText } from '../../document/read-text.js';
import { isInside } from '../../document/is-inside.js';
import type { Scope } from '../../document/scope.js';
import { globField } from '../../document/field.js';
import { parseFrontmatter } from '../../document/frontmatter.js';
import { importPaths } from './import-paths.js';
import { stripComments } from './strip-comments.js';

/** What kind of memory a file holds. */
export type MemoryKind = 'managed' | 'user' | 'project' | 'local' | 'auto';

/** A file of instructions for the agent. */
export interface MemoryFile {
  path: string;
  /** The same, links followed. */
  real: string;
  kind: MemoryKind;
  text: string;
  /** Globs of the files it is for; all when absent. */
  paths?: string[];
}

const largestFile = 4 * 1024 * 1024;
const mostHops = 4;

export interface ReaderOptions {
  scope: Scope;
  excludes: readonly string[];
  tell: (problem: string) => void;
}

interface From {
  kind: MemoryKind;
  /** The folder that the file it all began with speaks for. */
  own: string;
  /** The files on the way here, links followed. */
  way: readonly string[];
}

/** Reads memory files with what they import. */
export class MemoryReader {
  readonly #options: ReaderOptions;
  readonly #isExcluded: (path: string) => boolean;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#isExcluded = matcher(options);
  }

  /** A file and its imports, in the order in which they are named; nothing when there is no such file. */
  read(path: string, kind: MemoryKind, own: string): Promise<MemoryFile[]> {
    return this.#read(path, { kind, way: [], own });
  }

  async #read(path: string, from: From): Promise<MemoryFile[]> {
    if (this.#isExcluded(path)) return [];
    const within = this.#within(from);
    const read = readText(path, { most: largestFile, findReal: true, ...(within && { within }) });
    if ('problem' in read) return this.#leaveOut(read.problem);
    if ('absent' in read || from.way.includes(read.real)) return [];
    const parsed = await parseFrontmatter(read.text);
    const text = stripComments(parsed.problem === undefined ? parsed.body : read.text).trim();
    const paths = globField(parsed.fields, 'paths');
    const imported = await this.#imports(text, path, { ...from, way: [...from.way, read.real] });
    return [{ path, real: read.real, kind: from.kind, text, ...(paths && { paths }) }, ...imported];
  }

  async #imports(text: string, path: string, from: From): Promise<MemoryFile[]> {
    const wanted = importPaths(text, dirname(path), this.#options.scope.home);
    if (wanted.length === 0) return [];
    if (from.way.length > mostHops) return this.#leaveOut(`${path}: its imports are more than ${mostHops} files away and are left out`);
    return (await Promise.all(wanted.map((each) => this.#read(each, from)))).flat();
  }

  /** A file of a repository nobody trusts reaches what lies below its own folder or where the session works; one from further out only the latter. */
  #within({ kind, way, own }: From): string[] | undefined {
    const { scope } = this.#options;
    if (kind === 'managed' || kind === 'user' || kind === 'auto' || scope.trusted) return undefined;
    return way.length === 0 || isInside(own, scope.project) ? [own, scope.cwd] : [scope.cwd];
  }

  #leaveOut(problem: string): MemoryFile[] {
    this.#options.tell(problem);
    return [];
  }
}

/** Tells which files are left out; globs that make no sense leave out nothing. */
function matcher({ excludes, tell }: ReaderOptions): (path: string) => boolean {
  if (excludes.length === 0) return () => false;
  try {
    return picomatch([...excludes], { dot: true });
  } catch (error) {
    tell(`claudeMdExcludes: the globs make no sense (${(error as Error).message})`);
    return () => false;
  }
}
