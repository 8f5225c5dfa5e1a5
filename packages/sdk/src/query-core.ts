import {
  AbortError,
  AgentError,
  MessageQueue,
  Peer,
  type ControlParams,
  type ControlResult,
  type InitializeResult,
  type McpServerConfig,
  type McpSetServersResult,
  type SentBy,
  type WireMessage,
} from '@inboard/wire';
import { connect, type Connection, type ConnectOptions } from './connect/connect.js';
import { createHost, type Host } from './host/host.js';
import { initializeParams } from './host/initialize.js';
import { toldServers } from './host/told-servers.js';
import { Progress } from './progress.js';
import { refusalOf } from './refusal.js';
import { createSignal, untilDone } from './until-done.js';
import type { SDKMessage, SDKUserMessage } from './types.js';

const waitingMessages = 64;
/** How long an engine with nothing left to do is kept for a caller that is behind. */
const behindMs = 5000;

/** A query without its public face: the connection, what has come in, and how it ends. */
export class QueryCore {
  readonly messages = new MessageQueue<SDKMessage>(waitingMessages);
  readonly initialized: Promise<InitializeResult>;
  readonly #given: Omit<ConnectOptions, 'onProblem'>;
  readonly #host: Host;
  readonly #progress = new Progress();
  readonly #peer: Promise<Peer<'host'>>;
  readonly #onAbort = () => {
    while (this.messages.takeNow() !== undefined); // who aborts wants nothing more
    void this.finish(new AbortError());
  };
  /** Resolves once the query is finished or being finished. */
  readonly #over = createSignal();
  /** Requests of the caller that wait for an answer. */
  #asking = 0;
  #callerWaits = false;
  #onCallerWaits: (() => void) | undefined;
  #connection: Connection | undefined;
  #openInputs = 0;
  #inputEnded = false;
  #finished: Promise<void> | undefined;
  #resumeReading: (() => void) | undefined;
  /** The engine has answered `initialize`. */
  #isOpen = false;
  /** Why the session could not be opened, as the engine said it. */
  #refusal: AgentError | undefined;

  constructor(given: Omit<ConnectOptions, 'onProblem'>) {
    this.#given = given;
    this.#host = createHost(
      given.options,
      (server_name, message) => void this.request('mcp_message', { server_name, message }).catch(() => undefined),
    ); // an engine that has gone needs no news
    this.#peer = this.#connect();
    this.initialized = this.#peer
      .then((peer) => peer.request('initialize', initializeParams(given.options, this.#host)))
      .catch((error: unknown) => {
        throw this.#reason(error);
      });
    this.initialized.then(
      () => (this.#isOpen = true),
      (error: unknown) => this.fail(error),
    );
    given.options.abortController?.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Asks the engine something. */
  async request<N extends SentBy<'host'>>(subtype: N, params: ControlParams<N>): Promise<ControlResult<N>> {
    const peer = await this.#peer;
    this.#asking += 1;
    this.#resumeReading?.(); // the answer stands behind messages nobody has read yet
    try {
      return await peer.request(subtype, params);
    } catch (error) {
      throw this.#reason(error);
    } finally {
      this.#asking -= 1;
    }
  }

  /** The next message, as a caller gets it. */
  next(): Promise<IteratorResult<SDKMessage, void>> {
    this.#callerWaits = this.messages.size === 0;
    if (this.#callerWaits) this.#onCallerWaits?.();
    return this.messages.next();
  }

  /** Replaces the MCP servers that earlier calls added and all in this process; those with an instance stay here. */
  async setMcpServers(servers: Record<string, McpServerConfig>): Promise<McpSetServersResult> {
    this.#host.servers.set(servers);
    this.#host.auth.set(servers);
    return this.request('mcp_set_servers', { servers: toldServers(servers) });
  }

  /** Sends prompts, one after the other. When the last input has ended the engine is told that no more will come. */
  async send(prompts: AsyncIterable<SDKUserMessage>): Promise<void> {
    if (this.#inputEnded) throw new AgentError('transport_closed', 'No more prompts can be sent: the input of this query has ended.');
    this.#openInputs += 1;
    try {
      const peer = await this.#peer;
      for await (const prompt of untilDone(prompts, this.#over.promise)) {
        this.#progress.promptSent();
        await peer.send({ ...prompt, type: 'user' });
      }
    } finally {
      this.#openInputs -= 1;
    }
    if (this.#openInputs === 0 && !this.#finished) await this.#endInput();
  }

  /** Ends the query: once, for the given reason, leaving nothing behind. */
  finish(reason?: unknown): Promise<void> {
    this.#finished ??= this.#cleanUp(reason);
    return this.#finished;
  }

  async #cleanUp(reason: unknown): Promise<void> {
    this.#given.options.abortController?.signal.removeEventListener('abort', this.#onAbort);
    this.#over.resolve();
    if (reason !== undefined) this.messages.end(reason);
    this.#resumeReading?.();
    this.#host.servers.close();
    const peer = await this.#peer.catch(() => undefined); // it never opened: there is nothing to close
    // An engine in the middle of something stops sooner when it is asked to.
    if (peer && this.#progress.unanswered) peer.request('interrupt', {}).catch(() => undefined); // it may be gone already
    if (peer) await this.#connection?.close();
    this.#progress.stop();
    this.messages.end();
  }

  async #connect(): Promise<Peer<'host'>> {
    const { options } = this.#given;
    const onStderr = options.stderr;
    const report = (problem: AgentError) => onStderr?.(`${problem.message}\n`);
    this.#connection = await connect({ ...this.#given, ...(onStderr && { onStderr }), onProblem: report });
    const peer = new Peer<'host'>({
      transport: this.#connection.transport,
      handlers: this.#host.handlers,
      onMessage: (message) => this.#take(message),
      onProblem: report,
    });
    void peer.run().then(
      () => this.#engineLeft(),
      (error: unknown) => this.fail(error),
    );
    return peer;
  }

  #take(message: WireMessage): void | Promise<void> {
    this.#progress.note(message);
    if (!this.#isOpen) this.#refusal ??= refusalOf(message);
    this.#callerWaits = false;
    this.messages.push(message as unknown as SDKMessage); // messages we do not know pass through to the caller
    const room = this.messages.room();
    // A caller that waits for an answer of the engine is not reading: holding back would stop both.
    if (!room || this.#asking > 0) return undefined;
    return Promise.race([room, new Promise<void>((resolve) => (this.#resumeReading = resolve))]);
  }

  /** No prompts will follow. The connection stays open: callbacks work until the engine itself is done. */
  async #endInput(): Promise<void> {
    this.#inputEnded = true;
    const peer = await this.#peer;
    const { capabilities } = await this.initialized;
    if (capabilities?.includes('end_input')) await peer.request('end_input', {});
    else await this.#progress.whenQuiet();
    await this.#callerCaughtUp();
    await peer.whenIdle();
    await this.#connection?.transport.end();
  }

  /** Waits for a caller that has not seen everything: until then it may still ask the engine something. */
  async #callerCaughtUp(): Promise<void> {
    if (this.#callerWaits || this.#finished) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onCallerWaits = resolve;
      timer = setTimeout(resolve, behindMs).unref(); // one that never comes back must not keep the engine
      void this.#over.promise.then(resolve);
    });
    clearTimeout(timer);
  }

  /** The engine is gone: a clean end when everything was answered, else an error that says why. */
  async #engineLeft(): Promise<void> {
    const allDone = !this.#progress.unanswered && (this.#inputEnded || this.#progress.hasResult);
    if (this.#finished || allDone) return this.finish();
    return this.fail(new AgentError('transport_closed', 'The engine closed the connection before it delivered a result.'));
  }

  /** What lies behind an error: an engine that closed the connection may have said why. */
  #reason(error: unknown): unknown {
    return AgentError.is(error) && error.code === 'transport_closed' ? (this.#refusal ?? error) : error;
  }

  /** Something broke. A session that could not be opened has said so in a result, which is all there is to say. */
  async fail(error: unknown): Promise<void> {
    if (this.#finished) return;
    if (error === this.#refusal) return this.finish();
    if (!AgentError.is(error) || error.code !== 'transport_closed') return this.finish(error);
    const opened = await this.initialized.then(
      () => true,
      () => false,
    );
    if (!opened && this.#progress.hasResult) return this.finish();
    await this.finish((await this.#connection?.explainEnd()) ?? error);
  }
}
