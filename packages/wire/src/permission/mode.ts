import { lazy } from '../lazy.js';
import * as z from 'zod';

/** How calls that no rule decides are treated. */
export const permissionModes = ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk'] as const;
export const permissionMode = lazy(() => z.enum(permissionModes));
export type PermissionMode = (typeof permissionModes)[number];

/** Modes that other hosts may still send, and what they mean here. */
export const legacyPermissionModes = { delegate: 'default', manual: 'default' } as const satisfies Record<string, PermissionMode>;
export type LegacyPermissionMode = keyof typeof legacyPermissionModes;

/** A mode as a host may give it. */
export const givenPermissionMode = lazy(() =>
  z.enum([...permissionModes, ...(Object.keys(legacyPermissionModes) as LegacyPermissionMode[])]),
); // the keys of a const object are its names

/** The mode meant by a name, or nothing when there is none. */
export function toPermissionMode(name: string): PermissionMode | undefined {
  if (Object.hasOwn(legacyPermissionModes, name)) return legacyPermissionModes[name as LegacyPermissionMode]; // just found among them
  return permissionModes.find((mode) => mode === name);
}
