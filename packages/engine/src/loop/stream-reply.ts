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
  const request = buildRequest(turn);
  const receiver = new ReplyReceiver(turn, request.model);
  const started = turn.session.port.monotonic();
  const end = await turn.session.model.stream(request, receiver, turn.signal);
  receiver.account(end, turn.session.port.monotonic() - started);
  return receiver.finish(end);
}

interface Delivered {
  uuid: Uuid;
  json: string;
}

class ReplyReceiver {
  readonly #turn: Turn;
  readonly #model: string;
  readonly #partial: boolean;
  #assembler = new ReplyAssembler();
  #content: ApiContentBlock[] = [];
  /** What the host has seen of this reply, also from tries that broke off. */
  #delivered: Delivered[] = [];

  constructor(turn: Turn, model: string) {
    this.#turn = turn;
    this.#model = model;
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
    const row = { requestId: end.ok ? end.requestId : null, model: this.#model, tokens: countTokens(usage), durationMs };
    session.conversation.recordLedger(session.ledger.add(row, { priced: isSaneUsage(usage) }));
  }

  async finish(end: ReplyEnd): Promise<Reply> {
    const { session, signal } = this.#turn;
    if (signal.aborted || !end.ok) {
      session.conversation.addReply(withoutTrailingThoughts(this.#content));
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
    return this.#send(block, json, supersedes.length > 0 ? { supersedes } : {});
  }

  /** Text that came in before everything failed is not lost. */
  async #deliverPartial(): Promise<void> {
    const text = this.#assembler.partialText();
    if (text === '') return;
    await this.#send({ type: 'text', text, citations: null }, '', { aborted: true });
  }

  #send(block: ApiContentBlock, json: string, more: { supersedes?: string[]; aborted?: boolean }): Promise<void> {
    const { session } = this.#turn;
    const uuid = session.port.newId();
    const message = { ...this.#assembler.message, content: [block], stop_reason: null, context_management: null } as ApiMessage; // the API's own message, one block of it
    session.conversation.recordBlock(message, uuid, more);
    this.#delivered.push({ uuid, json });
    return session.output.assistant(message, uuid, more);
  }
}

/** A reply may not end in thinking that led to nothing: the API does not take it back. */
function withoutTrailingThoughts(blocks: ApiContentBlock[]): ApiContentBlock[] {
  const last = blocks.findLastIndex((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking');
  return blocks.slice(0, last + 1);
}
