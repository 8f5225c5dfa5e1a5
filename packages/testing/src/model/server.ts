import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { text as readText } from 'node:stream/consumers';
import { reply, status, type Answer, type RecordedRequest, type Step } from './script.js';
import { text } from './blocks.js';

/** A Messages API server on this machine that answers by a script. */
export class ScriptedModel {
  /** Every request, in order. */
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #script: Answer[];
  #otherwise: Answer;

  private constructor(server: Server, script: Answer[], otherwise: Answer) {
    this.#server = server;
    this.#script = script;
    this.#otherwise = otherwise;
  }

  /** Starts a server. Answers are used in order; after the last one `otherwise` answers, by default an error that says so. */
  static async start(script: readonly Answer[] = [], otherwise: Answer = status(400, 'the script of the scripted model is over')): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server, [...script], otherwise);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void model.#serve(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
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

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readText(request);
    const recorded: RecordedRequest = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, raw, body: parse(raw) };
    const index = this.requests.push(recorded) - 1;
    const answer = this.#script.shift() ?? this.#otherwise;
    response.on('error', () => undefined); // a client that goes away is part of the tests
    await play(typeof answer === 'function' ? await answer(recorded, index) : answer, response);
  }
}

async function play(step: Step, response: ServerResponse): Promise<void> {
  if (step.kind === 'silence') return;
  if (step.kind === 'reset') return void response.socket?.resetAndDestroy();
  if (step.kind === 'status') return void response.writeHead(step.status, step.headers).end(step.body);
  response.writeHead(step.status, { 'content-type': 'text/event-stream', ...step.headers });
  response.flushHeaders();
  for (const piece of step.delayMs === 0 && step.pieces.every((each) => typeof each === 'string') ? [step.pieces.join('')] : step.pieces) {
    if (response.destroyed) return;
    response.write(piece);
    await sleep(step.delayMs);
  }
  if (step.after === 'end') response.end();
  if (step.after === 'reset') {
    // What was written must arrive before the connection is torn.
    await sleep(20);
    response.socket?.resetAndDestroy();
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
