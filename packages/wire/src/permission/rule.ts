import { lazy } from '../lazy.js';
import * as z from 'zod';

/** What a rule or a decision does with a call. */
export const permissionBehaviors = ['allow', 'deny', 'ask'] as const;
export const permissionBehavior = lazy(() => z.enum(permissionBehaviors));
export type PermissionBehavior = (typeof permissionBehaviors)[number];

/** A rule in two parts: `Bash(npm run *)` is `{ toolName: 'Bash', ruleContent: 'npm run *' }`. */
export const permissionRuleValue = lazy(() => z.object({ toolName: z.string(), ruleContent: z.string().optional() }));
export type PermissionRuleValue = z.infer<ReturnType<typeof permissionRuleValue>>;
