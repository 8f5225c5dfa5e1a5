import type { Command } from './command.js';

/** Where commands come from, the weakest first. */
export const commandOrigins = [
  'plugin command',
  'plugin skill',
  'project command',
  'user command',
  'mcp',
  'nested skill',
  'project skill',
  'user skill',
  'managed',
] as const;
export type CommandOrigin = (typeof commandOrigins)[number];

/** The slash commands and skills of a session; a stronger origin replaces a weaker one of the same name, and nobody a built-in one. */
export class CommandRegistry {
  readonly #origins = new Map<CommandOrigin, readonly Command[]>();
  readonly #builtin: readonly Command[];
  readonly #isOff: boolean;
  #offered: ReadonlySet<string> | undefined;

  /** Without built-in commands there are no others either. */
  constructor(builtin: readonly Command[] | undefined) {
    this.#builtin = builtin ?? [];
    this.#isOff = builtin === undefined;
  }

  /** Sets the commands of one origin; what it had before is replaced. */
  set(origin: CommandOrigin, commands: readonly Command[]): void {
    if (!this.#isOff) this.#origins.set(origin, commands);
  }

  /** Tells the model of these skills and of no others. */
  offerSkills(names: readonly string[]): void {
    this.#offered = new Set(names);
  }

  /** Adds commands of one origin to those it has. */
  add(origin: CommandOrigin, commands: readonly Command[]): void {
    this.set(origin, [...(this.#origins.get(origin) ?? []), ...commands]);
  }

  /** The command that a person has typed. */
  find(name: string): Command | undefined {
    return this.all().find((command) => command.name === name || command.aliases?.includes(name));
  }

  /** What people can type. */
  all(): Command[] {
    return this.#merged().filter((command) => command.forUser !== false);
  }

  /** What the model can load by itself. */
  forModel(): Command[] {
    return this.#merged().filter((command) => command.forModel && (!command.isSkill || (this.#offered?.has(command.name) ?? true)));
  }

  skills(): Command[] {
    return this.#merged().filter((command) => command.isSkill);
  }

  #merged(): Command[] {
    const custom = commandOrigins.flatMap((origin) => this.#origins.get(origin) ?? []);
    const taken = new Set(this.#builtin.flatMap(({ name, aliases = [], replaceable }) => (replaceable ? [] : [name, ...aliases])));
    const free = custom.filter(({ name }) => !taken.has(name));
    return [...new Map([...this.#builtin, ...free].map((command) => [command.name, command])).values()];
  }
}
