import type { PermissionDenial } from '@inboard/wire';
import type { Session } from './session.js';

/** One prompt being worked on. */
export interface Turn {
  readonly session: Session;
  /** Aborted by an interrupt and at the end of the session. */
  readonly signal: AbortSignal;
  readonly startedAt: number;
  /** Where this turn begins in the ledger. */
  readonly ledgerStart: number;
  readonly denials: PermissionDenial[];
  /** Model requests so far. */
  requests: number;
  /** The model that answers; another one than the session's after a fallback. */
  model: string;
}

/** How a turn ended. */
export type TurnEnd =
  | { kind: 'done'; text: string; stopReason: string | null }
  | { kind: 'interrupted'; calling: boolean }
  | { kind: 'failed'; failure: import('../model/model.js').ModelFailure }
  | { kind: 'max_turns'; limit: number }
  | { kind: 'max_budget'; limit: number; spent: number };
