import { AbortError, AgentError, MessageQueue, Peer, type ControlParams, type ControlResult, type InitializeResult, type McpServerConfig, type McpSetServersResult, type SentBy, type WireMessage } from '@inboard/wire';
import { connect, type Connection, type ConnectOptions } from './connect/connect.js';
import { createHost, type Host } from './host/host.js';
import { initializeParams } from './host/initialize.js';
import { toldServers } from './host/told-servers.js';
import { Progress } from './progress.js';
import type { SDKMessage, SDKUserMessage } from './types.js';

const waitingMessages = 64;

/** A query without its public face: the connection, what has come in, and how it ends. */
export class QueryCore {
  readonly messages = new MessageQueue<SDKMessage>(waitingMessages);
  readonly initialized: Promise<InitializeResult>;
  readonly #given: Omit<ConnectOptions, 'onProblem'>;
  readonly #host: Host;
  readonly #progress = new Progress();
  readonly #peer: Promise<Peer<'host'>>;
  readonly #onAbort = () => void this.finish(new AbortError());
  #connection: Connection | undefined;
  #openInputs = 0;
  #inputEnded = false;
  #finished: Promise<void> | undefined;
  #resumeReading: (() => void) | undefined;

  constructor(given: Omit<ConnectOptions, 'onProblem'>) {
    this.#given = given;
    this.#host = createHost(given.options, (server_name, message) => void this.request('mcp_message', { server_name, message }).catch(() => undefined)); // an engine that has gone needs no news
    this.#peer = this.#connect();
    this.initialized = this.#peer.then((peer) => peer.request('initialize', initializeParams(given.options, this.#host)));
    this.initialized.catch((error: unknown) => this.finish(error));
    given.options.abortController?.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Asks the engine something. */
  async request<N extends SentBy<'host'>>(subtype: N, params: ControlParams<N>): Promise<ControlResult<N>> {
    const peer = await this.#peer;
    const answer = peer.request(subtype, params);
    this.#resumeReading?.(); // the answer stands behind messages nobody has read yet
    return answer;
  }

  /** Replaces the MCP servers that earlier calls added and all in this process; those with an instance stay here. */
  async setMcpServers(servers: Record<string, McpServerConfig>): Promise<McpSetServersResult> {
    this.#host.servers.set(servers);
    return this.request('mcp_set_servers', { servers: toldServers(servers) });
  }

  /** Sends prompts, one after the other. When the last input has ended the engine is told that no more will come. */
  async send(prompts: AsyncIterable<SDKUserMessage>): Promise<void> {
    if (this.#inputEnded) throw new AgentError('transport_closed', 'No more prompts can be sent: the input of this query has ended.');
    this.#openInputs += 1;
    try {
      const peer = await this.#peer;
      for await (const prompt of prompts) {
        if (this.#finished) return;
        this.#progress.promptSent();
        await peer.send({ ...prompt, type: 'user' });
      }
    } finally {
      this.#openInputs -= 1;
    }
    if (this.#openInputs === 0) await this.#endInput();
  }

  /** Ends the query: once, for the given reason, leaving nothing behind. */
  finish(reason?: unknown): Promise<void> {
    this.#finished ??= this.#cleanUp(reason);
    return this.#finished;
  }

  async #cleanUp(reason: unknown): Promise<void> {
    this.#given.options.abortController?.signal.removeEventListener('abort', this.#onAbort);
    if (reason !== undefined) this.messages.end(reason);
    this.#resumeReading?.();
    this.#host.servers.close();
    const connected = await this.#peer.catch(() => undefined); // it never opened: there is nothing to close
    if (connected) await this.#connection?.transport.close();
    this.messages.end();
  }

  async #connect(): Promise<Peer<'host'>> {
    const { options } = this.#given;
    const onStderr = options.stderr;
    const report = (problem: AgentError) => onStderr?.(`${problem.message}\n`);
    this.#connection = await connect({ ...this.#given, ...(onStderr && { onStderr }), onProblem: report });
    const peer: Peer<'host'> = new Peer<'host'>({
      transport: this.#connection.transport,
      handlers: this.#host.handlers,
      onMessage: (message) => this.#take(peer, message),
      onProblem: report,
    });
    void peer.run().then(
      () => this.#engineLeft(),
      (error: unknown) => this.finish(error),
    );
    return peer;
  }

  #take(peer: Peer<'host'>, message: WireMessage): void | Promise<void> {
    this.#progress.note(message);
    this.messages.push(message as unknown as SDKMessage); // messages we do not know pass through to the caller
    const room = this.messages.room();
    // A caller that waits for an answer of the engine is not reading: holding back would stop both.
    if (!room || peer.waiting > 0) return undefined;
    return Promise.race([room, new Promise<void>((resolve) => (this.#resumeReading = resolve))]);
  }

  /** No prompts will follow. The connection stays open: callbacks work until the engine itself is done. */
  async #endInput(): Promise<void> {
    this.#inputEnded = true;
    const peer = await this.#peer;
    const { capabilities } = await this.initialized;
    if (capabilities?.includes('end_input')) return void (await peer.request('end_input', {}));
    await this.#progress.whenQuiet();
    await peer.whenIdle();
    await this.#connection?.transport.end();
  }

  /** The engine is gone: a clean end when everything was answered, else an error that says why. */
  async #engineLeft(): Promise<void> {
    if (this.#finished || !this.#progress.unanswered) return this.finish();
    const lost = new AgentError('transport_closed', 'The engine closed the connection before it delivered a result.');
    await this.finish((await this.#connection?.explainEnd()) ?? lost);
  }
}
