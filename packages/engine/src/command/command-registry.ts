import type { Command } from './command.js';

/** The slash commands of a session; a later origin replaces an earlier one of the same name. */
export class CommandRegistry {
  readonly #origins = new Map<string, readonly Command[]>();

  constructor(builtin: readonly Command[]) {
    this.#origins.set('builtin', builtin);
  }

  /** Sets the commands of one origin; what it had before is replaced. */
  set(origin: string, commands: readonly Command[]): void {
    this.#origins.set(origin, commands);
  }

  find(name: string): Command | undefined {
    return this.all().findLast((command) => command.name === name || command.aliases?.includes(name));
  }

  all(): Command[] {
    return [...new Map([...this.#origins.values()].flat().map((command) => [command.name, command])).values()];
  }
}
