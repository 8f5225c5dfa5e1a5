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
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
    askPerson(params as Record<string, unknown>, options, mcpReq.signal),
  ); // read field by field
}

/** Passes a question on to the host. A host that cannot answer means that nobody did. */
async function askPerson(params: Record<string, unknown>, { name, peer, log }: ServerOptions, signal: AbortSignal): Promise<Elicited> {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const url = text(params.url);
  const id = text(params.elicitationId);
  if (url !== undefined && !/^https?:\/\//i.test(url)) return { action: 'decline' }; // an address a person must not be led to
  try {
    const answer = await peer.request(
      'elicitation',
      {
        mcp_server_name: name,
        message: text(params.message) ?? '',
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
