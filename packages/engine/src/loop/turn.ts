import type { EffortLevel, PermissionDenial } from '@inboard/wire';
import type { ModelFailure } from '../model/model.js';
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
  /** How hard the model tries in this turn, when a command says so. */
  effort?: EffortLevel;
  /** The conversation was summarised because it did not fit. */
  compactedForOverflow?: boolean;
  /** Tool calls so far. */
  toolUses?: number;
  /** How often Stop hooks have made the model go on. */
  stopBlocks: number;
  /** Called when the turn is over, however it ends. */
  readonly whenOver: (() => void)[];
  /** Set when a hook or the host wants the turn to end after the running calls. */
  stop?: { reason: string; interrupt: boolean };
}

/** How a turn ended. */
export type TurnEnd =
  | { kind: 'done'; text: string; stopReason: string | null; /** The answer in the requested shape. */ answer?: { value: unknown } }
  /** A hook wanted it to end here. */
  | { kind: 'stopped'; reason: string }
  /** `calling`: while calls were running. */
  | { kind: 'interrupted'; calling: boolean }
  /** `error`: what was thrown, when it was not the model that failed. */
  | { kind: 'failed'; failure: ModelFailure; error?: unknown }
  | { kind: 'max_turns'; limit: number }
  | { kind: 'max_budget'; limit: number; spent: number }
  | { kind: 'max_structured_output'; tries: number; problems: string[] };
