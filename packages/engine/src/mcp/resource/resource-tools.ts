import { errorText, type ListMcpResourcesOutput } from '@inboard/wire';
import { envNumber } from '../../port/environment.js';
import { builtinTool, failed, type Tool, type ToolContext, type ToolOutcome } from '../../tool/define.js';
import type { McpConnection } from '../connection.js';
import { listAll } from '../list-all.js';
import { anyResult } from '../any-result.js';
import { limitText } from '../limit-text.js';
import listPrompt from './list-resources.md';
import readPrompt from './read-resource.md';
import { readContents } from './read-contents.js';

const maxResources = 1000;

/** Where the tools look for servers. */
export interface ResourceServers {
  connections(): McpConnection[];
  find(name: string): McpConnection | undefined;
}

/** The tools for resources, offered when some server has any. */
export function resourceTools(servers: ResourceServers): Tool[] {
  return [
    builtinTool('ListMcpResourcesTool', {
      prompt: listPrompt,
      readOnly: true,
      concurrencySafe: true,
      run: ({ server }, context) => listResources(servers, server, context),
    }),
    builtinTool('ReadMcpResourceTool', {
      prompt: readPrompt,
      readOnly: true,
      concurrencySafe: true,
      run: (input, context) => readResource(servers, input, context),
    }),
  ];
}

async function listResources(servers: ResourceServers, wanted: string | undefined, context: ToolContext): Promise<ToolOutcome> {
  if (wanted !== undefined && !servers.find(wanted)) return unknownServer(servers, wanted);
  const asked = servers.connections().filter(({ name, hasResources }) => hasResources && (wanted === undefined || name === wanted));
  const lists = await Promise.all(asked.map((connection) => listOf(connection, context)));
  const found = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  const problems = lists.flatMap((list) => (Array.isArray(list) ? [] : [list.problem]));
  const text = [...(found.length > 0 ? [JSON.stringify(found, null, 1)] : ['No resources.']), ...problems].join('\n');
  return { content: limitText(text, { ...limitOf(context), name: 'mcp-resources' }), result: found };
}

async function listOf(connection: McpConnection, context: ToolContext): Promise<ListMcpResourcesOutput | { problem: string }> {
  const { client, name: server } = connection;
  if (!client) return { problem: `The MCP server "${server}" is not connected.` };
  try {
    const { items } = await listAll(client, 'resources/list', { limit: maxResources, timeout: timeoutOf(context) });
    return items.flatMap(({ uri, name, mimeType, description }) =>
      typeof uri === 'string'
        ? [
            {
              uri,
              name: typeof name === 'string' ? name : uri,
              ...(typeof mimeType === 'string' && { mimeType }),
              ...(typeof description === 'string' && { description }),
              server,
            },
          ]
        : [],
    );
  } catch (error) {
    return { problem: `The MCP server "${server}" could not list its resources: ${errorText(error)}` };
  }
}

async function readResource(
  servers: ResourceServers,
  { server, uri }: { server: string; uri: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const connection = servers.find(server);
  if (!connection) return unknownServer(servers, server);
  const { client } = connection;
  if (!client) return failed(`The MCP server "${server}" is not connected (${connection.status}).`);
  try {
    const result = await client.request({ method: 'resources/read', params: { uri } }, anyResult, {
      timeout: timeoutOf(context),
      signal: context.signal,
    });
    const contents = readContents(result.contents, context.results);
    const text = contents
      .map((each) => (each.text !== undefined ? `[${each.uri}]\n${each.text}` : `[${each.uri}: binary, saved to ${each.blobSavedTo}]`))
      .join('\n');
    return { content: limitText(text, { ...limitOf(context), name: 'mcp-resource' }), result: { contents } };
  } catch (error) {
    return failed(`${uri} could not be read from "${server}": ${errorText(error)}`);
  }
}

function unknownServer(servers: ResourceServers, name: string): ToolOutcome {
  return failed(
    `There is no MCP server "${name}". The servers are: ${
      servers
        .connections()
        .map((each) => each.name)
        .join(', ') || 'none'
    }.`,
  );
}

const timeoutOf = (context: ToolContext) => envNumber(context.env, 'MCP_TIMEOUT', 30_000);
const limitOf = (context: ToolContext) => ({
  maxCharacters: envNumber(context.env, 'MAX_MCP_OUTPUT_TOKENS', 25_000) * 4,
  results: context.results,
});
