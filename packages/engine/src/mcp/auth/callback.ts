import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText } from '@inboard/wire';

/** What comes back with the person. */
export interface CallbackAnswer {
  code: string;
  /** Who says so, where the authorization server tells. */
  iss: string | undefined;
}

/** Waits on this machine for the browser of a person who has logged in. */
export class Callback {
  readonly #server: Server;
  readonly #state: string;
  /** Settles with the first answer that fits our question. */
  readonly answer: Promise<CallbackAnswer>;

  private constructor(state: string) {
    this.#state = state;
    let settle: { resolve: (answer: CallbackAnswer) => void; reject: (error: Error) => void };
    this.answer = new Promise((resolve, reject) => (settle = { resolve, reject }));
    this.answer.catch(() => undefined); // whoever waits is told; nobody may wait yet
    this.#server = createServer((request, response) => this.#take(new URL(request.url ?? '/', this.url), response, settle));
  }

  /** Listens on a port, 0 for any. */
  static async open(port: number, state: string): Promise<Callback> {
    const callback = new Callback(state);
    const server = callback.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(new Error(`port ${port} cannot be used for the way back: ${errorText(error)}`)));
      server.listen(port, '127.0.0.1', resolve);
    });
    return callback;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(url: URL, response: ServerResponse, settle: { resolve: (answer: CallbackAnswer) => void; reject: (error: Error) => void }): void {
    const { state, code, iss, error, error_description: why } = Object.fromEntries(url.searchParams);
    // Anybody on this machine can call; only who went through our question knows its state.
    if (url.pathname !== '/callback' || state !== this.#state) return say(response, 404, 'This is not the way back from a login.');
    if (code === undefined) {
      say(response, 400, 'The login was refused. You can close this page.');
      return settle.reject(new Error(`the login was refused: ${(why ?? error ?? 'no reason is given').slice(0, 300)}`));
    }
    say(response, 200, 'You are logged in. You can close this page.');
    settle.resolve({ code, iss });
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
}
