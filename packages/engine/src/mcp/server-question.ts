import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorText } from '@inboard/wire';
import type { Client } from '@modelcontextprotocol/client';
import type { ServerOptions } from './server-options.js';

type Elicited = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | number | boolean | string[]> };

/** Answers what a server may ask of us: which folders there are, and something of the person behind the host. */
export function answerQuestions(client: Client, options: ServerOptions): void {
  client.setRequestHandler('roots/list', () => ({
    roots: options.roots().map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) })),
  }));
  let open = 0;
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    if (open >= maxOpen) return { action: 'cancel' };
    open += 1;
    return askPerson(params, options, mcpReq.signal).finally(() => (open -= 1));
  });
}

const maxMessage = 10_000;
/** Questions of one server that a person may have before them at once. */
const maxOpen = 10;

/** Whether an address is one of the web that shows where it leads: no name or password stands before its host. */
function mayOpen(url: string): boolean {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : { protocol: '', username: '', password: '' };
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/** Passes a question on to the host. A host that cannot answer means that nobody did. */
async function askPerson(params: Record<string, unknown>, { name, peer, log }: ServerOptions, signal: AbortSignal): Promise<Elicited> {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const url = text(params.url);
  const id = text(params.elicitationId);
  if (url !== undefined && !mayOpen(url)) return { action: 'decline' }; // an address a person must not be led to
  try {
    const answer = await peer.request(
      'elicitation',
      {
        mcp_server_name: name,
        message: (text(params.message) ?? '').slice(0, maxMessage),
        mode: text(params.mode) ?? 'form',
        ...(url !== undefined && { url }),
        ...(id !== undefined && { elicitation_id: id }),
        ...(typeof params.requestedSchema === 'object' &&
          params.requestedSchema !== null && { requested_schema: params.requestedSchema as Record<string, unknown> }), // just checked
      },
      { signal },
    );
    return answer as Elicited; // the library checks the content against the server's schema
  } catch (error) {
    log(`a question of the server was not answered: ${errorText(error)}`);
    return { action: 'cancel' };
  }
}
