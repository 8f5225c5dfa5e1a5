import type { ApiContentBlock, ApiMessage, ApiStreamEvent, Uuid } from '@inboard/wire';
import { ReplyAssembler } from '../model/assemble.js';
import type { ModelFailure, ReplyEnd, Retry } from '../model/model.js';
import { countTokens, isSaneUsage } from '../model/usage.js';
import { buildRequest } from './request.js';
import type { Turn } from './turn.js';

/** One answer of the model. */
export type Reply =
  | { kind: 'complete'; content: ApiContentBlock[]; stopReason: string | null; damage: string | undefined }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'aborted' };

/** Asks the model once and passes on what comes: each block is recorded and sent as soon as it is whole. */
export async function streamReply(turn: Turn): Promise<Reply> {
  const receiver = new ReplyReceiver(turn);
  const started = turn.session.port.monotonic();
  const end = await turn.session.model.stream(buildRequest(turn), receiver, turn.signal);
  receiver.account(end, turn.session.port.monotonic() - started);
  return receiver.finish(end);
}

interface Delivered {
  uuid: Uuid;
  json: string;
}

class ReplyReceiver {
  readonly #turn: Turn;
  readonly #partial: boolean;
  #assembler = new ReplyAssembler();
  #content: ApiContentBlock[] = [];
  /** What the host has seen of this reply, also from tries that broke off. */
  #delivered: Delivered[] = [];
  /** The transcript could not be written: nothing may follow from this reply. */
  #unsaved: unknown;

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#partial = turn.session.options.includePartialMessages ?? false;
  }

  event(event: ApiStreamEvent): void | Promise<void> {
    const block = this.#assembler.push(event);
    // A complete block goes out before the event that ends it.
    const sent = block && this.#deliver(block);
    if (!this.#partial) return sent;
    const passed = this.#turn.session.output.streamEvent(event);
    return sent ? sent.then(() => passed) : passed;
  }

  async retry(retry: Retry): Promise<void> {
    this.#assembler = new ReplyAssembler();
    this.#content = [];
    await this.#turn.session.output.apiRetry(retry);
  }

  notice(text: string): void {
    void this.#turn.session.output.notice(text);
  }

  /** One ledger row per request, also for one that broke off. */
  account(end: ReplyEnd, durationMs: number): void {
    const { usage, message } = this.#assembler;
    if (!message) return;
    const { session } = this.#turn;
    const row = { requestId: end.ok ? end.requestId : null, model: this.#turn.model, tokens: countTokens(usage), durationMs, ...(session.agent && { agentId: session.agent.id }) };
    session.conversation.recordLedger(session.ledger.add(row, { priced: isSaneUsage(usage) }));
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = row.tokens;
    session.contextTokens = input + output + cacheRead + cacheWrite5m + cacheWrite1h;
  }

  async finish(end: ReplyEnd): Promise<Reply> {
    const { session, signal } = this.#turn;
    if (this.#unsaved !== undefined) throw this.#unsaved;
    if (signal.aborted || !end.ok) {
      session.conversation.addReply(this.#content);
      if (signal.aborted) return { kind: 'aborted' };
      await this.#deliverPartial();
      return { kind: 'failed', failure: (end as { failure: ModelFailure }).failure };
    }
    session.conversation.addReply(this.#content);
    return { kind: 'complete', content: this.#content, stopReason: this.#assembler.stopReason, damage: this.#damage() };
  }

  #damage(): string | undefined {
    const { problems, unfinished } = this.#assembler;
    return problems.length > 0 ? problems.join('; ') : unfinished ? 'a block never ended' : undefined;
  }

  #deliver(block: ApiContentBlock): Promise<void> {
    const index = this.#content.length;
    this.#content.push(block);
    const json = JSON.stringify(block);
    // After a retry the host may have this block already: text is never doubled.
    if (this.#delivered[index]?.json === json) return Promise.resolve();
    const supersedes = this.#delivered.splice(index).map(({ uuid }) => uuid);
    return this.#send(block, json, { ...(supersedes.length > 0 && { supersedes }) }, { joined: index > 0 });
  }

  /** Text that came in before everything failed is not lost. */
  async #deliverPartial(): Promise<void> {
    const text = this.#assembler.partialText();
    if (text === '') return;
    await this.#send({ type: 'text', text, citations: null }, '', { aborted: true }, { joined: false });
  }

  #send(block: ApiContentBlock, json: string, more: { supersedes?: string[]; aborted?: boolean }, place: { joined: boolean }): Promise<void> {
    const { session } = this.#turn;
    const uuid = session.port.newId();
    const message = { ...this.#assembler.message, content: [block], stop_reason: null, context_management: null } as ApiMessage; // the API's own message, one block of it
    if (!this.#record(message, uuid, { ...more, ...(place.joined && { joined: true }) })) return Promise.resolve();
    this.#delivered.push({ uuid, json });
    return session.output.assistant(message, uuid, more);
  }

  /** What the host sees is on record first. A failure must not look like one of the connection, so it waits for the end. */
  #record(message: ApiMessage, uuid: Uuid, more: Record<string, unknown>): boolean {
    try {
      if (this.#unsaved !== undefined) return false;
      this.#turn.session.conversation.recordBlock(message, uuid, more);
      return true;
    } catch (error) {
      this.#unsaved = error;
      return false;
    }
  }
}
