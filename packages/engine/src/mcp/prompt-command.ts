import type { ApiContentBlockParam } from '@inboard/wire';
import { envNumber, type Environment } from '../port/environment.js';
import type { Command, CommandResult } from '../command/command.js';
import { anyResult } from './any-result.js';
import type { McpConnection } from './connection.js';
import type { ListedPrompt } from './listed-prompt.js';
import { mcpName } from './names.js';
import { shownImage } from './shown-image.js';

const maxImages = 10;

/** Makes a slash command of a server's prompt: `/mcp__server__prompt first second`. */
export function promptCommand(connection: McpConnection, prompt: ListedPrompt, env: Environment): Command {
  return {
    name: mcpName(connection.name, prompt.name),
    description: prompt.description,
    argumentHint: prompt.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' '),
    run: async (given) => {
      const values = readArguments(prompt, given);
      const missing = prompt.arguments.filter(({ name, required }) => required && values[name] === undefined).map(({ name }) => name);
      if (missing.length > 0) return { kind: 'say', text: `This prompt needs: ${missing.join(', ')}.` };
      return fetchPrompt(connection, prompt, { values, timeout: envNumber(env, 'MCP_TIMEOUT', 30_000) });
    },
  };
}

/** One word for each argument, quotes hold words together; the last takes all that is left. */
function readArguments(prompt: ListedPrompt, given: string): Record<string, string> {
  const words = [...given.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const names = prompt.arguments.map(({ name }) => name);
  const rest = words.splice(Math.max(0, names.length - 1));
  const values = rest.length > 0 ? [...words, rest.join(' ')] : words;
  return Object.fromEntries(names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]])));
}

async function fetchPrompt(
  connection: McpConnection,
  prompt: ListedPrompt,
  options: { values: Record<string, string>; timeout: number },
): Promise<CommandResult> {
  const { client } = connection;
  if (!client) return { kind: 'say', text: `The MCP server "${connection.name}" is not connected (${connection.status}).` };
  try {
    const { messages } = await client.request(
      { method: 'prompts/get', params: { name: prompt.name, arguments: options.values } },
      anyResult,
      { timeout: options.timeout },
    );
    const parts: unknown[] = Array.isArray(messages) ? messages : [];
    const text = parts
      .map(messageText)
      .filter((each) => each !== '')
      .join('\n\n');
    const blocks = parts.flatMap(messageImages).slice(0, maxImages);
    return text === '' && blocks.length === 0
      ? { kind: 'say', text: `The MCP server "${connection.name}" returned an empty prompt.` }
      : { kind: 'prompt', text, blocks };
  } catch (error) {
    return { kind: 'say', text: `The prompt could not be fetched: ${connection.explain(error)}` };
  }
}

function messageText(message: unknown): string {
  const content = (message as { content?: { text?: unknown; resource?: { text?: unknown } } } | null)?.content; // a server may send anything
  const text = content?.text ?? content?.resource?.text;
  return typeof text === 'string' ? text : '';
}

function messageImages(message: unknown): ApiContentBlockParam[] {
  const content = (message as { content?: { type?: unknown; data?: unknown } } | null)?.content; // a server may send anything
  const image = content?.type === 'image' ? shownImage(content.data) : undefined;
  return image ? [image] : [];
}
