import { lazy } from '../lazy.js';
import * as z from 'zod';
import { permissionMode } from './mode.js';
import { permissionBehavior, permissionRuleValue } from './rule.js';

/** Where a permission update is kept. */
export const permissionUpdateDestinations = ['userSettings', 'projectSettings', 'localSettings', 'session', 'cliArg'] as const;
export type PermissionUpdateDestination = (typeof permissionUpdateDestinations)[number];

/** A change to rules, mode or directories that a host sends along with a decision. */
export const permissionUpdate = lazy(() => {
  const destination = z.enum(permissionUpdateDestinations);
  const ruleChange = { rules: z.array(permissionRuleValue()), behavior: permissionBehavior(), destination };
  const directoryChange = { directories: z.array(z.string()), destination };
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('addRules'), ...ruleChange }),
    z.object({ type: z.literal('replaceRules'), ...ruleChange }),
    z.object({ type: z.literal('removeRules'), ...ruleChange }),
    z.object({ type: z.literal('setMode'), mode: permissionMode(), destination }),
    z.object({ type: z.literal('addDirectories'), ...directoryChange }),
    z.object({ type: z.literal('removeDirectories'), ...directoryChange }),
  ]);
});
export type PermissionUpdate = z.infer<ReturnType<typeof permissionUpdate>>;

/**
 * A list of updates whose entries are not looked at here. What an engine proposes: one of a kind the host does not know
 * must not stop the question. What comes with an answer: one that makes no sense is left out by whoever applies them.
 */
export const permissionUpdateList = lazy(() => z.custom<PermissionUpdate[]>(Array.isArray, 'expected a list of permission updates'));
