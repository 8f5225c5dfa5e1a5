import type { TranscriptRecord } from './record.js';

/** A conversation begins anew where it was cleared, and with a summary: a mark whose summary never got to the disk has replaced nothing. */
export function beginsAfresh(record: TranscriptRecord): boolean {
  if (record.type === 'user') return record.isCompactSummary === true && !record.isSidechain;
  return record.type === 'compact_boundary' && isClear(record.compactMetadata);
}

function isClear(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'trigger' in metadata && metadata.trigger === 'clear';
}
