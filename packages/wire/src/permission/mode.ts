import { lazy } from '../lazy.js';
import * as z from 'zod';

/** How calls that no rule decides are treated. `delegate` is accepted from old hosts and acts as `default`. */
export const permissionModes = ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk'] as const;
export const permissionMode = lazy(() => z.enum(permissionModes));
export type PermissionMode = (typeof permissionModes)[number];

/** Modes that old hosts may still send, and what they mean here. */
export const legacyPermissionModes: Readonly<Record<string, PermissionMode>> = { delegate: 'default', manual: 'default' };
