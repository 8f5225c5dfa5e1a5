import {
  controls,
  type AnsweredBy,
  type ControlName,
  type ControlParams,
  type ControlRequest,
  type ControlResult,
  type HandlersFor,
  type SentBy,
} from './control/index.js';
import { controlRequest, controlResponse } from './control/envelope.js';
import { check, type ControlDefinition, type Side } from './define.js';
import { AgentError, errorText } from './errors.js';
import type { Transport, WireMessage } from './transport/transport.js';

export interface PeerOptions<S extends Side> {
  transport: Transport;
  handlers: HandlersFor<S>;
  /** Given every message that is not part of the control protocol, in order; a promise holds back the next one. */
  onMessage: (message: WireMessage) => void | Promise<void>;
  /** Told of input that makes no sense; the connection goes on. */
  onProblem?: (problem: AgentError) => void;
  /** Makes ids that none of this side's open requests has. */
  newId?: () => string;
}

interface Pending {
  definition: ControlDefinition;
  resolve: (result: unknown) => void;
  reject: (error: AgentError) => void;
}

type Handler = (params: unknown, context: { requestId: string; signal: AbortSignal; afterReply: (then: () => void) => void }) => unknown;

let nextId = 0;
const defaultId = () => `req_${(nextId += 1)}_${Math.random().toString(36).slice(2, 8)}`;

/** One end of a connection: the only code that knows request ids, cancels and keep-alives. */
export class Peer<S extends Side> {
  readonly #options: PeerOptions<S>;
  readonly #pending = new Map<string, Pending>();
  readonly #answering = new Map<string, AbortController>();
  readonly #idle: (() => void)[] = [];
  #inputEnded = false;
  /** What is happening to the incoming messages: only while they are read can an answer still come. */
  #reader: 'none' | 'reading' | 'held' = 'none';

  constructor(options: PeerOptions<S>) {
    this.#options = options;
    options.transport.signal.addEventListener('abort', () => this.#loseConnection(), { once: true });
  }

  /** Requests of ours that wait for an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** Requests of the other side that we have not answered yet. */
  get answering(): number {
    return this.#answering.size;
  }

  /** Reads until the other side is done. What waits for an answer then is rejected: none can come any more. */
  async run(): Promise<void> {
    this.#reader = 'reading';
    try {
      for await (const message of this.#options.transport.incoming) {
        const held = this.#dispatch(message);
        if (held) await this.#hold(held);
      }
    } finally {
      this.#reader = 'none';
      this.#inputEnded = true;
      this.#rejectPending();
    }
  }

  send(message: WireMessage): Promise<void> {
    return this.#options.transport.send(message);
  }

  /** Asks the other side. Rejects with what went wrong, also when the connection ends or the signal aborts. */
  async request<N extends SentBy<S>>(
    subtype: N,
    params: ControlParams<N>,
    options: { signal?: AbortSignal } = {},
  ): Promise<ControlResult<N>> {
    const { signal } = options;
    if (this.#inputEnded || this.#options.transport.signal.aborted) throw lost(subtype);
    if (signal?.aborted) throw cancelled(subtype, signal);
    const id = (this.#options.newId ?? defaultId)();
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { definition: controls[subtype], resolve, reject }));
    answer.catch(() => undefined); // handled below; a send that fails first must not leave it unheard
    const onAbort = () => this.#withdraw(id, cancelled(subtype, signal));
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const sent = this.send({ type: 'control_request', request_id: id, request: { subtype, ...params } });
      // A send that is held back must not hold back the news that the request was withdrawn.
      return (await Promise.race([answer, sent.then(() => answer)])) as ControlResult<N>; // #settle has checked it against the definition
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#noteIdle();
    }
  }

  /** Resolves when neither side waits for the other. */
  whenIdle(): Promise<void> {
    if (this.#pending.size === 0 && this.#answering.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** Waits until the next message may be read. Answers behind a held message of a closed connection are given up. */
  async #hold(held: Promise<void>): Promise<void> {
    this.#reader = 'held';
    if (this.#options.transport.signal.aborted) this.#rejectPending();
    await held;
    this.#reader = 'reading';
  }

  #dispatch(message: WireMessage): void | Promise<void> {
    switch (message.type) {
      case 'keep_alive':
        return;
      case 'control_response':
        return this.#settle(message);
      case 'control_request':
        return this.#receive(message);
      case 'control_cancel_request':
        return this.#drop(String(message.request_id), new AgentError('request_cancelled', 'The other side withdrew its request.'));
      default:
        return this.#options.onMessage(message);
    }
  }

  #settle(message: WireMessage): void {
    const response = this.#valid(() => check(controlResponse, message, 'control_response').response);
    if (!response) return this.#settleJunk(message);
    for (const request of response.pending_permission_requests ?? []) this.#receive(request);
    const pending = this.#takePending(response.request_id);
    if (!pending) return this.#problem(new AgentError('invalid_message', `An answer to no open request: ${response.request_id}`));
    if (response.subtype === 'error')
      return pending.reject(new AgentError('request_failed', response.error, { data: { subtype: pending.definition.subtype } }));
    try {
      pending.resolve(check(pending.definition.result, response.response ?? {}, `answer to ${pending.definition.subtype}`));
    } catch (error) {
      pending.reject(error as AgentError); // check throws nothing else
    }
  }

  /** An answer that makes no sense is still the answer: who waits for it is told. */
  #settleJunk(message: WireMessage): void {
    const { response } = message;
    const id = typeof response === 'object' && response !== null && 'request_id' in response ? String(response.request_id) : '';
    const pending = this.#takePending(id);
    pending?.reject(
      new AgentError('invalid_message', `The answer to "${pending.definition.subtype}" makes no sense.`, { data: { response } }),
    );
  }

  #takePending(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #receive(message: unknown): void {
    const request = this.#valid(() => check(controlRequest, message, 'control_request'));
    if (!request) return;
    if (this.#answering.has(request.request_id)) {
      return this.#problem(new AgentError('invalid_message', `A request with an id that is still open: ${request.request_id}`));
    }
    void this.#answer(request);
  }

  async #answer(message: ControlRequest): Promise<void> {
    const id = message.request_id;
    const controller = new AbortController();
    const afterReply: (() => void)[] = [];
    this.#answering.set(id, controller);
    try {
      const result = await this.#handle(message, { requestId: id, signal: controller.signal, afterReply: (then) => afterReply.push(then) });
      await this.#reply(controller, { subtype: 'success', request_id: id, ...(result !== undefined && { response: result }) });
    } catch (error) {
      // Also when the result could not be written: the other side must not wait for ever.
      await this.#reply(controller, { subtype: 'error', request_id: id, error: errorText(error) }).catch(() => undefined); // nobody is left to answer
    }
    if (this.#answering.get(id) === controller) this.#answering.delete(id);
    for (const then of afterReply) this.#attempt(then);
    this.#noteIdle();
  }

  async #reply(controller: AbortController, response: Record<string, unknown>): Promise<void> {
    if (!controller.signal.aborted) await this.send({ type: 'control_response', response });
  }

  #handle(message: ControlRequest, context: Parameters<Handler>[1]): unknown {
    const { subtype } = message.request;
    const handlers = this.#options.handlers as Partial<Record<string, Handler>>; // looked up by a name from outside
    const handler = Object.hasOwn(handlers, subtype) ? handlers[subtype] : undefined;
    if (!handler || !Object.hasOwn(controls, subtype)) throw new AgentError('unknown_request', `Unknown control request: ${subtype}`);
    return handler(check(controls[subtype as ControlName & AnsweredBy<S>].params, message.request, subtype), context);
  }

  #withdraw(id: string, error: AgentError): void {
    const pending = this.#takePending(id);
    if (!pending) return;
    pending.reject(error);
    this.send({ type: 'control_cancel_request', request_id: id }).catch(() => undefined); // closed: there is nobody to tell
  }

  /** Forgets a request that nobody wants answered any more; its handler is told. */
  #drop(id: string, reason: AgentError): void {
    const controller = this.#answering.get(id);
    this.#answering.delete(id);
    controller?.abort(reason);
    this.#noteIdle();
  }

  /** Nothing can be answered any more. Answers to us may stand among the messages that are still to be read. */
  #loseConnection(): void {
    for (const id of this.#answering.keys()) this.#drop(id, new AgentError('transport_closed', 'The connection ended.'));
    if (this.#reader !== 'reading') this.#rejectPending();
  }

  #rejectPending(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { definition, reject } of pending) reject(lost(definition.subtype));
    this.#noteIdle();
  }

  #noteIdle(): void {
    if (this.#pending.size > 0 || this.#answering.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #valid<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#problem(error as AgentError); // check throws nothing else
      return undefined;
    }
  }

  #attempt(then: () => void): void {
    try {
      then();
    } catch (error) {
      this.#problem(new AgentError('request_failed', `What was to follow an answer failed: ${errorText(error)}`, { cause: error }));
    }
  }

  #problem(problem: AgentError): void {
    this.#options.onProblem?.(problem);
  }
}

function lost(subtype: string): AgentError {
  return new AgentError('transport_closed', `The connection ended before "${subtype}" was answered.`, { data: { subtype } });
}

function cancelled(subtype: string, signal: AbortSignal | undefined): AgentError {
  return new AgentError('request_cancelled', `"${subtype}" was withdrawn before it was answered.`, { cause: signal?.reason });
}
