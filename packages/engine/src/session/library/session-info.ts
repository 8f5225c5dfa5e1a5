import type { TranscriptRecord } from '../record.js';

/** What a list of sessions shows of one. */
export interface SDKSessionInfo {
  sessionId: string;
  /** The title, or the first prompt. */
  summary: string;
  /** Milliseconds since 1970. */
  lastModified: number;
  fileSize?: number;
  customTitle?: string;
  firstPrompt?: string;
  gitBranch?: string;
  cwd?: string;
  tag?: string;
  createdAt?: number;
}

/** What records say about their session. */
export type SessionFacts = Pick<SDKSessionInfo, 'customTitle' | 'firstPrompt' | 'gitBranch' | 'cwd' | 'createdAt'> & {
  aiTitle?: string;
  summaryHint?: string;
  isSidechain?: boolean;
  tag?: string | undefined;
};

/** Takes in one record. What is set once is set by the first record that has it; titles and tags by the last. */
export function learn(facts: SessionFacts, record: TranscriptRecord): void {
  if (facts.createdAt === undefined && typeof record.timestamp === 'string') setOnce(facts, 'createdAt', Date.parse(record.timestamp));
  if (typeof record.cwd === 'string') setOnce(facts, 'cwd', record.cwd);
  if (typeof record.gitBranch === 'string') facts.gitBranch = record.gitBranch;
  if (record.type === 'custom-title' && typeof record.customTitle === 'string') facts.customTitle = record.customTitle;
  if (record.type === 'tag') facts.tag = typeof record.tag === 'string' && record.tag !== '' ? record.tag : undefined;
  if (record.type === 'ai-title' && typeof record.aiTitle === 'string') facts.aiTitle = record.aiTitle;
  if (record.type === 'summary' && typeof record.summary === 'string') facts.summaryHint = record.summary;
  if (record.type !== 'user') return;
  if (facts.isSidechain === undefined && record.isSidechain !== undefined) facts.isSidechain = record.isSidechain;
  const words = record.isMeta || record.isCompactSummary ? '' : promptOf(record.message);
  if (words !== '') setOnce(facts, 'firstPrompt', words);
}

function setOnce<K extends keyof SessionFacts>(facts: SessionFacts, name: K, value: SessionFacts[K]): void {
  facts[name] ??= value;
}

const longestPrompt = 200;

function promptOf(message: unknown): string {
  const { content } = (message ?? {}) as { content?: unknown };
  const blocks =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : Array.isArray(content)
        ? (content as { type?: string; text?: string }[])
        : [];
  const text = blocks.find((block) => block.type === 'text' && typeof block.text === 'string')?.text ?? '';
  return text.trim().slice(0, longestPrompt);
}

/** The entry of a list; nothing for subagents and for sessions in which nothing was said. */
export function infoOf(sessionId: string, facts: SessionFacts, file: { mtime: number; size?: number }): SDKSessionInfo | undefined {
  const { aiTitle, summaryHint, isSidechain, tag, ...rest } = facts;
  const summary = facts.customTitle ?? aiTitle ?? summaryHint ?? facts.firstPrompt;
  if (isSidechain || summary === undefined) return undefined;
  return {
    sessionId,
    summary,
    lastModified: Math.round(file.mtime),
    ...(file.size !== undefined && { fileSize: file.size }),
    ...(tag !== undefined && { tag }),
    ...rest,
  };
}
