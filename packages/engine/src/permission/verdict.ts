import type { PermissionTrace, PermissionUpdate } from '@inboard/wire';

/** What rules and mode say of a call, and why. */
export interface Verdict extends PermissionTrace {
  /** The path that made it a question. */
  blockedPath?: string;
  /** What "always allow" would store. */
  suggestions?: PermissionUpdate[];
  /** A person must be asked, whatever a hook says. */
  mustAskUser?: boolean;
}
