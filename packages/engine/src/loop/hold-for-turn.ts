import type { CommandPrompt } from '../command/command.js';
import { hookHandlers } from './settings-hooks.js';
import type { Turn } from './turn.js';

/** Gives a turn what a command or skill brings: permission for some calls, and hooks. Both end with the turn. */
export function holdForTurn(turn: Turn, name: string, { grants, hooks }: CommandPrompt): void {
  const { permissions, hookRegistry } = turn.session;
  if (grants) turn.whenOver.push(permissions.grant(grants));
  if (!hooks) return;
  const origin = `skill ${name}`;
  hookRegistry.set(origin, hookHandlers(turn.session, [hooks]));
  turn.whenOver.push(() => hookRegistry.remove(origin));
}
