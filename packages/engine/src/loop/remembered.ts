import { toPermissionMode, type PermissionMode } from '@inboard/wire';
import type { PermissionRule } from '../permission/policy.js';
import { readRules } from '../permission/rules/parse.js';
import type { Restored } from '../session/restore.js';
import type { Session } from './session.js';

/** What a session goes on with after a resume, unless its caller says otherwise. */
export interface Remembered {
  model?: string;
  permissionMode?: PermissionMode;
  /** Rules and folders that were granted for the session. */
  rules: PermissionRule[];
  directories: string[];
}

/** Reads what was remembered. Bypass and plan mode never come back by themselves. */
export function readRemembered(restored: Restored | undefined, cwd: string): Remembered {
  const { model, permissionMode, rules, directories } = restored?.state ?? {};
  const mode = typeof permissionMode === 'string' ? toPermissionMode(permissionMode) : undefined;
  return {
    ...(typeof model === 'string' && { model }),
    ...(mode && mode !== 'bypassPermissions' && mode !== 'plan' && { permissionMode: mode }),
    rules: (Array.isArray(rules) ? rules : []).flatMap((rule) => asRule(rule, cwd)),
    directories: (Array.isArray(directories) ? directories : []).filter((directory) => typeof directory === 'string'),
  };
}

function asRule(value: unknown, cwd: string): PermissionRule[] {
  if (typeof value !== 'object' || value === null) return [];
  const { text, behavior, anchor } = value as Record<string, unknown>;
  if (typeof text !== 'string' || (behavior !== 'allow' && behavior !== 'deny' && behavior !== 'ask')) return [];
  return readRules([text], { behavior, source: 'session', anchor: typeof anchor === 'string' ? anchor : cwd }).rules;
}

/** What a resume brings back. */
export function whatLasts({ settings, permissions, options }: Session): Record<string, unknown> {
  const { mode, rules, directories } = permissions;
  const granted = directories.slice(1).filter((directory) => !options.additionalDirectories?.includes(directory));
  return { model: settings.model, permissionMode: mode, rules: rules.filter(({ source }) => source === 'session'), directories: granted };
}

/** Keeps what has changed since it was last kept; the returned function is called before effects and at the end of turns. */
export function createRemember(current: () => Record<string, unknown>, record: (state: Record<string, unknown>) => void): () => void {
  const last = new Map<string, string>();
  return () => {
    const changed = Object.entries(current()).filter(([key, value]) => last.get(key) !== JSON.stringify(value));
    if (changed.length === 0) return;
    record(Object.fromEntries(changed));
    for (const [key, value] of changed) last.set(key, JSON.stringify(value));
  };
}
