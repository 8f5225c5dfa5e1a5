import { controls, type AnsweredBy, type ControlName, type ControlParams, type ControlRequest, type ControlResult, type HandlersFor, type SentBy } from './control/index.js';
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
    try {
      for await (const message of this.#options.transport.incoming) {
        const held = this.#dispatch(message);
        if (held) await held;
      }
    } finally {
      this.#inputEnded = true;
      this.#rejectPending();
    }
  }

  send(message: WireMessage): Promise<void> {
    return this.#options.transport.send(message);
  }

  /** Asks the other side. Rejects with what went wrong, also when the connection ends or the signal aborts. */
  async request<N extends SentBy<S>>(subtype: N, params: ControlParams<N>, options: { signal?: AbortSignal } = {}): Promise<ControlResult<N>> {
    const { signal } = options;
    if (this.#inputEnded || this.#options.transport.signal.aborted) throw lost(subtype);
    if (signal?.aborted) throw cancelled(subtype, signal);
    const id = (this.#options.newId ?? defaultId)();
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { definition: controls[subtype], resolve, reject }));
    answer.catch(() => undefined); // handled below; a send that fails first must not leave it unheard
    const onAbort = () => this.#withdraw(id, cancelled(subtype, signal));
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await this.send({ type: 'control_request', request_id: id, request: { subtype, ...params } });
      return (await answer) as ControlResult<N>; // #settle has checked it against the definition
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

  #dispatch(message: WireMessage): void | Promise<void> {
    switch (message.type) {
      case 'keep_alive':
        return;
      case 'control_response':
        return this.#settle(message);
      case 'control_request':
        return this.#receive(message);
      case 'control_cancel_request':
        return this.#answering.get(String(message.request_id))?.abort(new AgentError('request_cancelled', 'The other side withdrew its request.'));
      default:
        return this.#options.onMessage(message);
    }
  }

  #settle(message: WireMessage): void {
    const response = this.#valid(() => check(controlResponse, message, 'control_response').response);
    if (!response) return;
    for (const request of response.pending_permission_requests ?? []) this.#receive(request);
    const pending = this.#pending.get(response.request_id);
    if (!pending) return this.#problem(new AgentError('invalid_message', `An answer to no open request: ${response.request_id}`));
    this.#pending.delete(response.request_id);
    if (response.subtype === 'error') return pending.reject(new AgentError('request_failed', response.error, { data: { subtype: pending.definition.subtype } }));
    try {
      pending.resolve(check(pending.definition.result, response.response ?? {}, `answer to ${pending.definition.subtype}`));
    } catch (error) {
      pending.reject(error as AgentError); // check throws nothing else
    }
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
    let response: Record<string, unknown>;
    try {
      const result = await this.#handle(message, { requestId: id, signal: controller.signal, afterReply: (then) => afterReply.push(then) });
      response = { subtype: 'success', request_id: id, ...(result !== undefined && { response: result }) };
    } catch (error) {
      response = { subtype: 'error', request_id: id, error: errorText(error) };
    }
    if (!controller.signal.aborted) await this.send({ type: 'control_response', response }).catch(() => undefined); // nobody is left to answer
    this.#answering.delete(id);
    for (const then of afterReply) then();
    this.#noteIdle();
  }

  #handle(message: ControlRequest, context: Parameters<Handler>[1]): unknown {
    const { subtype } = message.request;
    const handlers = this.#options.handlers as Partial<Record<string, Handler>>; // looked up by a name from outside
    const handler = Object.hasOwn(handlers, subtype) ? handlers[subtype] : undefined;
    if (!handler || !Object.hasOwn(controls, subtype)) throw new AgentError('unknown_request', `Unknown control request: ${subtype}`);
    return handler(check(controls[subtype as ControlName & AnsweredBy<S>].params, message.request, subtype), context);
  }

  #withdraw(id: string, error: AgentError): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    pending.reject(error);
    this.send({ type: 'control_cancel_request', request_id: id }).catch(() => undefined); // closed: there is nobody to tell
  }

  #loseConnection(): void {
    this.#rejectPending();
    for (const controller of this.#answering.values()) controller.abort(new AgentError('transport_closed', 'The connection ended.'));
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
