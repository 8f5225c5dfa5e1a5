import type { ApiContentBlock, ApiMessage, ApiStreamEvent, Uuid } from '@inboard/wire';
import { ReplyAssembler } from '../model/assemble.js';
import type { ReplySink, Retry } from '../model/model.js';
import type { TokenCounts } from '../model/price.js';
import { countTokens, isSaneUsage } from '../model/usage.js';
import type { Turn } from './turn.js';
import type { Reply } from './stream-reply.js';

/** A line that the host has. */
interface Delivered {
  uuid: Uuid;
  block: ApiContentBlock;
  json: string;
  messageId: string;
}

/** After so many pieces the reply waits until the host has taken the last one. */
const waitEvery = 16;

/** Takes in one reply, however many tries it needs, and sees to it that the host and the transcript hold each block once. */
export class ReplyReceiver implements ReplySink {
  readonly #turn: Turn;
  readonly #partial: boolean;
  #assembler = new ReplyAssembler();
  #startedAt: number;
  /** The model that was asked: the host may name another one while it answers. */
  #model = '';
  #unheld = 0;
  /** The blocks of the running try that are complete. */
  #content: ApiContentBlock[] = [];
  /** What the host has seen of this reply, also from tries that broke off. */
  #delivered: Delivered[] = [];
  /** Text of the last try that broke off inside a block, and which block it was. */
  #lost = { text: '', index: 0 };
  /** The transcript could not be written: nothing may follow from this reply. */
  #unsaved: unknown;
  /** The message that the last try with a beginning began with. */
  #message: ReplyAssembler['message'];

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#partial = turn.session.options.includePartialMessages ?? false;
    this.#startedAt = turn.session.port.monotonic();
  }

  event(event: ApiStreamEvent): void | Promise<void> {
    const block = this.#assembler.push(event);
    // A complete block goes out before the event that ends it.
    const sent = block && this.#deliver(block);
    if (!this.#partial) return sent;
    const passed = this.#turn.session.output.streamEvent(event);
    if (sent) return sent.then(() => passed);
    // Messages go out in order, so waiting for one of them now and then is enough to be held back.
    this.#unheld = (this.#unheld + 1) % waitEvery;
    return this.#unheld === 0 ? passed : undefined;
  }

  async retry(retry: Retry): Promise<void> {
    this.account(null);
    this.restart();
    this.#startedAt += retry.delayMs;
    await this.#turn.session.output.apiRetry(retry);
  }

  notice(text: string): void {
    void this.#turn.session.output.notice(text);
  }

  /** A request goes out to this model. */
  asking(model: string): void {
    this.#model = model;
  }

  /** The reply is asked for again from its start. */
  restart(): void {
    this.#lost = this.#lastText();
    this.#message = this.#assembler.message ?? this.#message;
    this.#assembler = new ReplyAssembler();
    this.#content = [];
    this.#startedAt = this.#turn.session.port.monotonic();
  }

  /** One ledger row per request, also for one that broke off. */
  account(requestId: string | null): void {
    const { usage, message } = this.#assembler;
    if (!message) return;
    const { session } = this.#turn;
    const row = {
      requestId,
      model: this.#model,
      tokens: countTokens(usage),
      durationMs: session.port.monotonic() - this.#startedAt,
      ...(session.agent && { agentId: session.agent.id }),
    };
    session.conversation.recordLedger(session.ledger.add(row, { priced: isSaneUsage(usage) }));
    session.contextTokens = contextSize(row.tokens);
  }

  /** Nothing came this time, and the host has something of an earlier try. */
  get saidLess(): boolean {
    return this.#content.length === 0 && this.#delivered.length > 0;
  }

  /** The reply is over: remembers it and tells how it went. */
  async complete(): Promise<Reply> {
    for (const block of this.#assembler.closeOpen()) await this.#deliver(block);
    await this.#takeBackRest();
    if (this.#unsaved !== undefined) throw this.#unsaved;
    this.#turn.session.conversation.addReply(this.#content);
    const { stopReason } = this.#assembler;
    if (stopReason === 'max_tokens')
      this.notice(
        'The reply was cut off at the limit of output tokens. CLAUDE_CODE_MAX_OUTPUT_TOKENS raises it, where the model allows more.',
      );
    return { kind: 'complete', content: this.#content, stopReason, damage: this.#damage() };
  }

  /** The reply never ended: what the host has seen of it stays, text that came in last included. */
  async breakOff(): Promise<ApiContentBlock[]> {
    const { text, index } = this.#lastText();
    const isNew = index === this.#delivered.length && text.trim() !== '';
    if (isNew) await this.#send({ type: 'text', text, citations: null }, { aborted: true });
    if (this.#unsaved !== undefined) throw this.#unsaved;
    const content = this.#delivered.map(({ block }) => block);
    this.#turn.session.conversation.addReply(content);
    return content;
  }

  #lastText(): { text: string; index: number } {
    const text = this.#assembler.partialText();
    return text === '' ? this.#lost : { text, index: this.#content.length };
  }

  #damage(): string | undefined {
    const { problems, stopReason } = this.#assembler;
    const cutOff = stopReason === 'max_tokens' && this.#content.at(-1)?.type === 'tool_use';
    const all = cutOff ? ['the reply reached its limit of output tokens inside the call: write less at a time', ...problems] : problems;
    return all.length > 0 ? all.join('; ') : undefined;
  }

  #deliver(block: ApiContentBlock): Promise<void> | undefined {
    if (block.type === 'text' && block.text.trim() === '') return undefined; // the API would not take it back
    const index = this.#content.push(block) - 1;
    // After a retry the host may have this block already: text is never doubled.
    if (this.#delivered.length > 0 && this.#delivered[index]?.json === JSON.stringify(block)) return undefined;
    return this.#replaceFrom(index, block);
  }

  /** Blocks of an earlier try that this one does not have are taken back with its last line. */
  async #takeBackRest(): Promise<void> {
    const last = this.#content.length - 1;
    if (this.#delivered.length > this.#content.length) await this.#replaceFrom(last, this.#content[last]!);
  }

  #replaceFrom(index: number, block: ApiContentBlock): Promise<void> {
    const supersedes = this.#delivered.splice(index).map(({ uuid }) => uuid);
    return this.#send(block, supersedes.length > 0 ? { supersedes } : {});
  }

  #send(block: ApiContentBlock, more: { supersedes?: string[]; aborted?: boolean }): Promise<void> {
    const { session } = this.#turn;
    const uuid = session.port.newId();
    // Lines that stand from an earlier try and those of this one are one message.
    const begun = this.#assembler.message ?? this.#message;
    const messageId = this.#delivered[0]?.messageId ?? begun?.id ?? session.port.newId();
    const message = { ...begun, id: messageId, content: [block], stop_reason: null, context_management: null } as ApiMessage; // the API's own message, one block of it
    if (!this.#record(message, uuid, more)) return Promise.resolve();
    this.#delivered.push({ uuid, block, json: JSON.stringify(block), messageId });
    return session.output.assistant(message, uuid, more);
  }

  /** What the host sees is on record first. A failure must not look like one of the connection, so it waits for the end of the reply. */
  #record(message: ApiMessage, uuid: Uuid, more: Record<string, unknown>): boolean {
    try {
      if (this.#unsaved === undefined) this.#turn.session.conversation.recordBlock(message, uuid, more);
    } catch (error) {
      this.#unsaved = error;
    }
    return this.#unsaved === undefined;
  }
}

/** What a request and its reply take up in the context window. */
function contextSize({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: TokenCounts): number {
  return input + output + cacheRead + cacheWrite5m + cacheWrite1h;
}
