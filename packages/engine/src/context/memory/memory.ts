import { dirname, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { isInside } from '../../document/is-inside.js';
import { markdownFiles } from '../../document/markdown-files.js';
import { foldersBetween, foldersUp, projectFolders, type Scope } from '../../document/scope.js';
import { MemoryReader, type MemoryFile, type MemoryKind } from './memory-reader.js';
import { realPath } from '../../port/real-path.js';

export interface MemoryOptions {
  scope: Scope;
  /** Globs of files that are left out. */
  excludes?: readonly string[];
  /** What settings of the administrator say, by their file. */
  managedTexts?: readonly { path: string; text: string }[];
  /** The folder of notes that agents have left about this project. */
  autoFolder?: string;
  /** More folders that the agent works in and whose memory counts. */
  moreFolders?: readonly string[];
  /** No memory at all. */
  disabled?: boolean;
  /** Folders whose memory a resumed session has seen. */
  seenFolders?: readonly string[];
  /** Told of files that cannot be used, one line each. */
  tell: (problem: string) => void;
  /** Told which folders have been looked at, for the next resume. */
  remember?: (folders: readonly string[]) => void;
}

const mostNoteLines = 200;
const mostNoteCharacters = 25 * 1024;

/** The instructions that people leave for an agent in files: some from the start, some once a folder is looked at. */
export class Memory {
  readonly #options: MemoryOptions;
  readonly #reader: MemoryReader;
  readonly #folders: Set<string>;
  /** Files whose text was told. */
  readonly #told = new Set<string>();
  #opened = false;
  /** Rules that wait for a file they are for. */
  #waiting: MemoryFile[] = [];

  constructor(options: MemoryOptions) {
    this.#options = options;
    this.#reader = new MemoryReader({ scope: options.scope, excludes: options.excludes ?? [], tell: options.tell });
    this.#folders = new Set(options.seenFolders);
  }

  /** What the agent is told at the start of a conversation; nothing when there is nothing. */
  async opening(): Promise<string | undefined> {
    if (this.#options.disabled) return undefined;
    this.#told.clear();
    this.#opened = true;
    const { scope } = this.#options;
    const fixed = (this.#options.managedTexts ?? []).map(({ path, text }): MemoryFile => ({
      path,
      real: `${path}#claudeMd`,
      kind: 'managed',
      text: text.trim(),
    }));
    const groups = await Promise.all([
      ...scope.managed.map((folder) => this.#reader.read(join(folder, 'CLAUDE.md'), 'managed', folder)),
      ...(scope.sources.has('user')
        ? [
            this.#reader.read(join(scope.config, 'CLAUDE.md'), 'user', scope.config),
            this.#rules(join(scope.config, 'rules'), 'user', scope.config),
          ]
        : []),
      ...foldersUp(scope.cwd)
        .toReversed()
        .map((folder) => this.#ofFolder(folder)),
      ...(scope.sources.has('project')
        ? projectFolders(scope).map((folder) => this.#rules(join(folder, '.claude', 'rules'), 'project', folder))
        : []),
      ...(this.#options.moreFolders ?? []).map((folder) => this.#ofFolder(folder)),
      this.#notes(),
    ]);
    const files = this.#firstTime([...fixed, ...groups.flat()]);
    this.#waiting = files.filter((file) => file.paths);
    return describe(files.filter((file) => !file.paths));
  }

  /** What the agent has to know now that it has looked at these files. */
  async forFiles(paths: readonly string[]): Promise<string | undefined> {
    if (this.#options.disabled || paths.length === 0) return undefined;
    if (!this.#opened) await this.opening(); // a resumed conversation has its opening, and rules still wait
    const { scope, remember } = this.#options;
    const inside = paths
      .map((path) => resolve(scope.cwd, path))
      .map((path) => realPath(path) ?? path)
      .filter((path) => isInside(path, scope.cwd));
    const folders = [...new Set(inside.flatMap((path) => foldersBetween(scope.cwd, dirname(path))))].filter(
      (folder) => !this.#folders.has(folder),
    );
    for (const folder of folders) this.#folders.add(folder);
    if (folders.length > 0) remember?.([...this.#folders]);
    const nested = (await Promise.all(folders.map((folder) => this.#ofFolder(folder)))).flat();
    return describe([...this.#firstTime(nested), ...this.#takeRules(inside)]);
  }

  /** The same memory for a conversation of its own. */
  fork(): Memory {
    const { seenFolders: _seen, remember: _remember, ...options } = this.#options;
    return new Memory(options);
  }

  /** Begins anew: what was said once has to be said again. */
  forget(): void {
    this.#folders.clear();
    this.#options.remember?.([]);
  }

  /** The memory of one folder. AGENTS.md counts where there is no CLAUDE.md. */
  async #ofFolder(folder: string): Promise<MemoryFile[]> {
    const { sources, config } = this.#options.scope;
    const project = async (): Promise<MemoryFile[]> => {
      const [plain, hidden] = await Promise.all([
        this.#reader.read(join(folder, 'CLAUDE.md'), 'project', folder),
        join(folder, '.claude') === config ? [] : this.#reader.read(join(folder, '.claude', 'CLAUDE.md'), 'project', folder),
      ]);
      const found = [...plain, ...hidden];
      return found.length > 0 ? found : this.#reader.read(join(folder, 'AGENTS.md'), 'project', folder);
    };
    const [shared, own] = await Promise.all([
      sources.has('project') ? project() : [],
      sources.has('local') ? this.#reader.read(join(folder, 'CLAUDE.local.md'), 'local', folder) : [],
    ]);
    return [...shared, ...own];
  }

  /** The beginning of the notes that agents have left; the rest is for them to look up. */
  async #notes(): Promise<MemoryFile[]> {
    const { autoFolder, scope } = this.#options;
    if (autoFolder === undefined || !scope.sources.has('user')) return [];
    const [notes] = await this.#reader.read(join(autoFolder, 'MEMORY.md'), 'auto', autoFolder);
    return notes ? [{ ...notes, text: notes.text.split('\n').slice(0, mostNoteLines).join('\n').slice(0, mostNoteCharacters) }] : [];
  }

  async #rules(folder: string, kind: MemoryKind, own: string): Promise<MemoryFile[]> {
    const { paths, problem } = markdownFiles(folder);
    if (problem !== undefined) this.#options.tell(problem);
    return (await Promise.all(paths.map((path) => this.#reader.read(path, kind, own)))).flat();
  }

  /** Each file once, where it comes first. */
  #firstTime(files: readonly MemoryFile[]): MemoryFile[] {
    return files.filter(({ real, text }) => text !== '' && !this.#told.has(real) && this.#told.add(real));
  }

  /** Rules whose globs fit one of the files; each is told once. */
  #takeRules(paths: readonly string[]): MemoryFile[] {
    const { scope } = this.#options;
    const names = paths.map((path) => relative(scope.project, path).split(sep).join('/'));
    const fitting = this.#waiting.filter((file) => this.#fits(file, names));
    this.#waiting = this.#waiting.filter((file) => !fitting.includes(file));
    return fitting;
  }

  #fits(file: MemoryFile, names: readonly string[]): boolean {
    try {
      return names.some((name) => picomatch.isMatch(name, file.paths!, { dot: true })); // only rules with globs wait
    } catch (error) {
      this.#options.tell(`${file.path}: its "paths" make no sense (${(error as Error).message}); it counts for every file`);
      return true;
    }
  }
}

const kinds: Record<MemoryKind, string> = {
  managed: 'of this machine',
  user: "the user's own, for all projects",
  project: 'of the project',
  local: "the user's own, for this project",
  auto: 'notes an agent left for itself; other notes are beside it',
};

function describe(files: readonly MemoryFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const parts = files.map(({ path, kind, text }) => `# ${path} (${kinds[kind]})\n\n${text}`);
  return ['Standing instructions, from files. They hold unless the user says otherwise.', ...parts].join('\n\n');
}
