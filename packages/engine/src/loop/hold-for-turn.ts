import type { CommandPrompt } from '../command/command.js';
import { hookHandlers } from './settings-hooks.js';
import type { Turn } from './turn.js';

/** Gives a turn what a command or skill brings: permission for some calls or against them, effort, and hooks. All of it ends with the turn. */
export function holdForTurn(turn: Turn, name: string, { grants, denies, hooks, effort }: CommandPrompt): void {
  const { permissions, hookRegistry } = turn.session;
  if (grants) turn.whenOver.push(permissions.grant(grants));
  if (denies) turn.whenOver.push(permissions.forbid(denies));
  if (effort) turn.effort = effort;
  if (!hooks) return;
  const origin = `skill ${name}`;
  hookRegistry.set(origin, hookHandlers(turn.session, [hooks]));
  turn.whenOver.push(() => hookRegistry.remove(origin));
}
