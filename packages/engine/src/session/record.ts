import type { Uuid } from '@inboard/wire';

/** One line of a transcript. Fields we do not know are kept. */
export interface TranscriptRecord {
  type: string;
  uuid?: Uuid;
  parentUuid?: Uuid | null;
  sessionId?: string;
  timestamp?: string;
  cwd?: string;
  version?: string;
  isSidechain?: boolean;
  message?: unknown;
  [field: string]: unknown;
}
