import type { Turn } from '../loop/turn.js';

/** What a command came to: words for the person, or a prompt for the model. */
export type CommandResult = { kind: 'say'; text: string } | { kind: 'prompt'; text: string };

/** A slash command. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly aliases?: readonly string[];
  run(argument: string, turn: Turn): CommandResult | Promise<CommandResult>;
}
