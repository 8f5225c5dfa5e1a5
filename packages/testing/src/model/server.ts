import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { text } from './blocks.js';
import { play } from './play.js';
import { reply, status, type Answer, type RecordedRequest } from './script.js';

export interface ServerOptions {
  /** Serves HTTPS with this key and certificate. */
  tls?: { key: string; cert: string };
  /** The port to listen on; any free one by default. */
  port?: number;
}

/** A Messages API server on this machine that answers by a script. */
export class ScriptedModel {
  /** Every request for a reply, in order. */
  readonly requests: RecordedRequest[] = [];
  /** Every question about a model, in order. */
  readonly lookups: RecordedRequest[] = [];
  /** How many connections were made. */
  connections = 0;
  readonly #server: http.Server;
  readonly #scheme: string;
  readonly #script: Answer[];
  readonly #models = new Map<string, Record<string, unknown> | 'silence'>();
  #otherwise: Answer;

  private constructor(server: http.Server, scheme: string, script: Answer[], otherwise: Answer) {
    this.#server = server;
    this.#scheme = scheme;
    this.#script = script;
    this.#otherwise = otherwise;
  }

  /** Starts a server. Answers are used in order; after the last one `otherwise` answers, by default an error that says so. */
  static async start(
    script: readonly Answer[] = [],
    otherwise: Answer = status(400, 'the script of the scripted model is over'),
    options: ServerOptions = {},
  ): Promise<ScriptedModel> {
    const server = options.tls ? https.createServer(options.tls) : http.createServer();
    const model = new ScriptedModel(server, options.tls ? 'https' : 'http', [...script], otherwise);
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => void model.#serve(request, response));
    server.on(options.tls ? 'secureConnection' : 'connection', () => (model.connections += 1));
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return model;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The variables that point an engine at this server. */
  get env(): Record<string, string> {
    return { ANTHROPIC_BASE_URL: this.url, ANTHROPIC_API_KEY: 'test-key' };
  }

  /** Adds answers to the script. */
  says(...answers: Answer[]): this {
    this.#script.push(...answers);
    return this;
  }

  /** Answers everything that the script does not. */
  always(answer: Answer): this {
    this.#otherwise = answer;
    return this;
  }

  /** Answers questions about a model with these facts, or never; others are not found. */
  knows(model: string, facts: Record<string, unknown> | 'silence'): this {
    this.#models.set(model, facts);
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const raw = await readText(request);
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      raw,
      body: parse(raw),
    };
    response.on('error', () => undefined); // a client that goes away is part of the tests
    if (recorded.method === 'GET') return this.#describe(recorded, response);
    const index = this.requests.push(recorded) - 1;
    const answer = this.#script.shift() ?? this.#otherwise;
    await play(typeof answer === 'function' ? await answer(recorded, index) : answer, response);
  }

  #describe(request: RecordedRequest, response: http.ServerResponse): void {
    this.lookups.push(request);
    const facts = this.#models.get(decodeURIComponent(request.path.split('/').at(-1) ?? ''));
    if (facts === 'silence') return;
    if (!facts) return void play(status(404, 'no such model'), response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(facts));
  }
}

function parse(raw: string): Record<string, unknown> {
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    return {}; // recorded as text
  }
}

/** Starts a server that answers every request with this text. */
export function modelThatSays(words: string): Promise<ScriptedModel> {
  return ScriptedModel.start([], reply(text(words)));
}
