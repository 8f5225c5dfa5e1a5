import type { Client } from '@modelcontextprotocol/client';
import { version } from '../version.js';
import type { RpcTransport } from './rpc-transport.js';
import { HostTransport, type ServerManifest } from './transport/host.js';
import { StdioTransport } from './transport/stdio.js';
import { answerQuestions } from './server-question.js';
import type { ServerOptions } from './server-options.js';

/** A client of the library and the transport it will use; nothing runs before `connect`. */
export interface Link {
  client: Client;
  transport: RpcTransport;
}

/** Characters of one line that a server logs. */
const maxLogged = 4000;

/** Makes a client for a server. */
export async function createLink(options: ServerOptions, manifest: ServerManifest | undefined): Promise<Link> {
  const { Client: McpClient } = await import('@modelcontextprotocol/client');
  const transport = await createTransport(options, manifest);
  const client: Client = new McpClient(
    { name: 'inboard', version },
    { capabilities: { roots: {}, elicitation: { form: { applyDefaults: true }, url: {} } } },
  );
  answerQuestions(client, options);
  client.onerror = (error) => options.log(error.message);
  client.setNotificationHandler('notifications/message', ({ params }) =>
    options.log(`${params.level}: ${(JSON.stringify(params.data) ?? '').slice(0, maxLogged)}`),
  );
  return { client, transport };
}

async function createTransport(options: ServerOptions, manifest: ServerManifest | undefined): Promise<RpcTransport> {
  const { name, config, cwd, env, peer } = options;
  if (config.type === 'sdk') return new HostTransport(peer, name, manifest);
  if (config.type === 'http' || config.type === 'sse') return (await import('./transport/http.js')).httpTransport(config, options);
  return new StdioTransport(config, { cwd, env });
}
