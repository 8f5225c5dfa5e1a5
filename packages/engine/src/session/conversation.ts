import type { ApiContentBlock, ApiContentBlockParam, ApiMessage, ApiMessageParam, Uuid } from '@inboard/wire';
import type { Port } from '../port/port.js';
import type { LedgerRow } from './ledger.js';
import type { SessionLog } from './log.js';
import type { TranscriptRecord } from './record.js';
import { withoutTrailingThoughts } from './trailing-thoughts.js';

export interface ConversationOptions {
  sessionId: string;
  cwd: string;
  version: string;
  /** The branch of the working directory at the moment, if it has one. */
  gitBranch: () => string | undefined;
  log: SessionLog;
  port: Port;
  /** Where requests are accounted for, when it is another transcript. */
  ledgerLog?: SessionLog;
  /** The subagent whose conversation this is. */
  sidechain?: string;
  /** What a stored session had said so far. */
  messages?: ApiMessageParam[];
  lastUuid?: Uuid | null;
  state?: Record<string, unknown>;
  start?: number | undefined;
  /** What is to be written once something is said. */
  later?: readonly TranscriptRecord[];
}

/** What was said, in memory as the API takes it and in the transcript as it happened. Written first, then remembered. */
export class Conversation {
  readonly messages: ApiMessageParam[];
  /** Where the requests are accounted for: the transcript of the session, also for its subagents. */
  readonly ledgerLog: SessionLog;
  /** The last value of each thing the session remembers. */
  readonly state: Record<string, unknown>;
  /** Where in the transcript the conversation as the model knows it begins. */
  start: number | undefined;
  readonly #options: ConversationOptions;
  readonly #side: Record<string, unknown>;
  #last: Uuid | null;
  /** What is written once something is said. */
  readonly #later: TranscriptRecord[];
  /** As it was when the last prompt came. */
  #branch: string | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.messages = options.messages ?? [];
    this.state = { ...options.state };
    this.start = options.start;
    this.ledgerLog = options.ledgerLog ?? options.log;
    this.#side = options.sidechain === undefined ? { isSidechain: false } : { isSidechain: true, agentId: options.sidechain };
    this.#last = options.lastUuid ?? null;
    this.#later = [...(options.later ?? [])];
  }

  /** Something is about to be said: what waits for that is written, and from here on the session can be resumed. */
  begin(): void {
    while (this.#later.length > 0) this.#options.log.append(this.#later.shift()!);
  }

  /** Adds a prompt or something the engine says in the user's place. */
  addUser(message: ApiMessageParam, uuid: Uuid, more: Record<string, unknown> = {}): void {
    this.#branch = this.#options.gitBranch();
    this.#record('user', message, uuid, more);
    this.messages.push(message);
  }

  /** Writes one block of a reply; the whole reply is remembered by `addReply`. */
  recordBlock(message: ApiMessage, uuid: Uuid, more: Record<string, unknown> = {}): void {
    this.#record('assistant', message, uuid, more);
  }

  /** Remembers a reply whose blocks were recorded. An empty one is left out: the API does not take it. */
  addReply(blocks: readonly ApiContentBlock[]): void {
    const content = withoutTrailingThoughts(blocks);
    if (content.length > 0) this.messages.push({ role: 'assistant', content: content as unknown as ApiContentBlockParam[] }); // the API takes back what it sent
  }

  /** Writes the result of one call; the batch is remembered by `addResults`. */
  recordResult(block: ApiContentBlockParam, uuid: Uuid, more: Record<string, unknown>): void {
    this.#record('user', { role: 'user', content: [block] }, uuid, more);
  }

  /** Writes the results that a resumed session was given for calls whose end nobody saw. */
  recordOrphans(blocks: readonly ApiContentBlockParam[]): void {
    for (const block of blocks) this.recordResult(block, this.#options.port.newId(), { toolUseResult: 'Error: interrupted' });
  }

  addResults(blocks: ApiContentBlockParam[]): void {
    this.messages.push({ role: 'user', content: blocks });
  }

  /** Forgets what was said; the transcript keeps it and marks where the new beginning is. */
  clear(): void {
    this.#recordBoundary({ trigger: 'clear' });
    this.#beginAt(this.#options.log.size());
  }

  /** Replaces what was said by a summary. Until that is in the transcript everything stays as it is. */
  summarise(summary: ApiMessageParam, uuid: Uuid, metadata: Record<string, unknown>): void {
    this.#recordBoundary(metadata);
    const start = this.#options.log.size();
    this.#record('user', summary, uuid, { isCompactSummary: true });
    this.#beginAt(start);
    this.messages.push(summary);
  }

  /** Gives a session a title before its first message; later it has one by another name. */
  recordTitle(customTitle: string): void {
    if (this.messages.length === 0) this.#later.push({ type: 'custom-title', customTitle, sessionId: this.#options.sessionId });
  }

  recordLedger(row: LedgerRow): void {
    this.ledgerLog.append({ type: 'ledger', row, sessionId: this.#options.sessionId, timestamp: this.#time() });
  }

  /** Writes something the session has to remember; the last value of each key counts. */
  recordState(state: Record<string, unknown>): void {
    this.#options.log.append(this.#stateRecord(state));
  }

  /** The same, written once something is said: a session in which nothing is leaves nothing behind. */
  recordStateLater(state: Record<string, unknown>): void {
    this.#later.push(this.#stateRecord(state));
  }

  #stateRecord(state: Record<string, unknown>): TranscriptRecord {
    const { sessionId, cwd, version } = this.#options;
    Object.assign(this.state, state);
    return { type: 'state', state, sessionId, cwd, version, timestamp: this.#time() };
  }

  #record(type: 'user' | 'assistant', message: ApiMessageParam | ApiMessage, uuid: Uuid, more: Record<string, unknown>): void {
    const { sessionId, cwd, version, log } = this.#options;
    this.begin();
    log.append({
      type,
      uuid,
      parentUuid: this.#last,
      sessionId,
      cwd,
      ...(this.#branch !== undefined && { gitBranch: this.#branch }),
      version,
      userType: 'external',
      timestamp: this.#time(),
      ...this.#side,
      message,
      ...more,
    });
    this.#last = uuid;
  }

  #recordBoundary(compactMetadata: Record<string, unknown>): void {
    const { sessionId, log } = this.#options;
    log.append({ type: 'compact_boundary', sessionId, timestamp: this.#time(), compactMetadata });
  }

  #beginAt(start: number): void {
    if (this.start !== undefined) this.start = start;
    this.messages.length = 0;
  }

  #time(): string {
    return this.#options.port.now().toISOString();
  }
}
