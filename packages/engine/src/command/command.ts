import type { ApiContentBlockParam, EffortLevel } from '@inboard/wire';
import type { Document } from '../document/document.js';
import type { HookConfigs } from '../hook/from-settings.js';
import type { Turn } from '../loop/turn.js';

/** A prompt that a command stands for. */
export interface CommandPrompt {
  kind: 'prompt';
  text: string;
  /** Files and the like that go along with it. */
  blocks?: ApiContentBlockParam[];
  /** Permission rules that hold for this turn. */
  grants?: readonly string[];
  /** Permission rules that forbid calls for this turn. */
  denies?: readonly string[];
  /** Hooks that are called in this turn. */
  hooks?: HookConfigs;
  /** The agent that does it in a conversation of its own. */
  fork?: string;
  /** Nobody waits for that agent. */
  background?: boolean;
  /** How hard the model tries in this turn. */
  effort?: EffortLevel;
  /** The model that answers in this turn. */
  model?: string;
}

/** What a command came to: words for the person, or a prompt for the model. */
export type CommandResult = { kind: 'say'; text: string } | CommandPrompt;

/** A slash command. */
export interface Command {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
  readonly aliases?: readonly string[];
  /** A built-in one that files may replace. */
  readonly replaceable?: boolean;
  /** The file it stands in. */
  readonly document?: Document;
  /** It is a skill. */
  readonly isSkill?: boolean;
  /** Globs of the files it is for: the model hears of it when it has looked at one. */
  readonly paths?: readonly string[];
  /** The model may load it by itself. */
  readonly forModel?: boolean;
  /** `false`: no person can type it. */
  readonly forUser?: boolean;
  run(argument: string, turn: Turn): CommandResult | Promise<CommandResult>;
}
