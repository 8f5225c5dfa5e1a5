import { dirname, join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { Command } from '../command/command.js';
import type { CommandRegistry } from '../command/command-registry.js';
import { refusedGrants, skillCommands } from '../command/file-command.js';
import type { Place } from '../document/document.js';
import { isInside } from '../document/is-inside.js';
import { readFolders } from '../document/read-places.js';
import { foldersBetween, type Scope } from '../document/scope.js';
import type { SettingsLayer } from '../setting/settings.js';
import { skillListing } from './skill-listing.js';
import { overrideSkills } from './skill-override.js';
import { realPath } from '../port/real-path.js';

export interface SkillFinderOptions {
  scope: Scope;
  commands: CommandRegistry;
  layers: readonly SettingsLayer[];
  /** Told of files that cannot be used, and of what they ask for and do not get. */
  tell: (problem: string) => void;
}

const limits = { budget: 8000, description: 1536 };

/** Skills that wait for a file: those of a folder below, and those that are for certain files. */
export class SkillFinder {
  readonly #options: SkillFinderOptions;
  readonly #folders = new Set<string>();
  readonly #told = new Set<string>();

  constructor(options: SkillFinderOptions) {
    this.#options = options;
  }

  /** The skills that concern these files and were not told of yet, as a list for the model. */
  async forFiles(paths: readonly string[]): Promise<string | undefined> {
    const { scope, commands } = this.#options;
    const inside = paths
      .map((path) => resolve(scope.cwd, path))
      .map((path) => realPath(path) ?? path)
      .filter((path) => isInside(path, scope.cwd));
    if (inside.length === 0) return undefined;
    const nested = scope.sources.has('project') ? await this.#readBelow(inside) : [];
    const names = inside.map((path) => relative(scope.project, path).split(sep).join('/'));
    const fitting = commands.forModel().filter((skill) => this.#fits(skill, names));
    const fresh = [...nested, ...fitting].filter(({ name, forModel }) => forModel && !this.#told.has(name));
    for (const { name } of fresh) this.#told.add(name);
    return skillListing(fresh, limits);
  }

  /** The same for a conversation of its own. */
  fork(): SkillFinder {
    return new SkillFinder(this.#options);
  }

  /** Whether one of the files is one the skill is for; globs that make no sense fit nothing. */
  #fits({ paths: globs, document }: Command, names: readonly string[]): boolean {
    if (!globs) return false;
    try {
      return names.some((name) => picomatch.isMatch(name, [...globs], { dot: true }));
    } catch (error) {
      this.#options.tell(`${document?.path}: its "paths" make no sense (${(error as Error).message})`);
      return false;
    }
  }

  async #readBelow(paths: readonly string[]): Promise<Command[]> {
    const { scope, commands, layers, tell } = this.#options;
    const folders = [...new Set(paths.flatMap((path) => foldersBetween(scope.cwd, dirname(path))))].filter(
      (folder) => !this.#folders.has(folder),
    );
    for (const folder of folders) this.#folders.add(folder);
    const documents = await readFolders(
      folders.map((folder) => placeIn(folder, scope)),
      'SKILL.md',
      tell,
    );
    for (const text of documents.flatMap(refusedGrants)) tell(`Not applied: ${text}`);
    const found = overrideSkills(skillCommands(documents, tell), layers);
    commands.add('nested skill', found);
    return found.filter(({ paths: globs }) => globs === undefined);
  }
}

/** Skills of a folder below are named after it: `web:deploy`. */
function placeIn(folder: string, { cwd, trusted }: Scope): Place {
  return {
    origin: 'project',
    folder: join(folder, '.claude', 'skills'),
    trusted,
    prefix: relative(cwd, folder).split(sep).join(':'),
    ...(!trusted && { within: [folder] }),
  };
}
