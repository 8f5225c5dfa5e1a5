import type { PermissionMode } from '@inboard/wire';
import type { PermissionRule } from './policy.js';

/** Says when a mode or bare allow rules keep questions from ever reaching the callback a host has given. */
export function hiddenHostNotice(mode: PermissionMode, rules: readonly PermissionRule[]): string | undefined {
  if (mode === 'bypassPermissions' || mode === 'dontAsk')
    return `canUseTool is given, but the mode ${mode} asks almost nothing: it will hardly be called.`;
  const bare = rules.filter((rule) => rule.behavior === 'allow' && rule.value.ruleContent === undefined).map((rule) => rule.text);
  return bare.length === 0 ? undefined : `canUseTool is given, but it is never asked about ${bare.join(', ')}: allow rules answer first.`;
}
