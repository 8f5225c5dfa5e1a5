import { errorText, type ApiContentBlockParam } from '@inboard/wire';
import { splitArguments } from '../command/arguments.js';
import type { Command, CommandResult } from '../command/command.js';
import type { McpConnection } from './connection.js';
import { mcpToolName } from './names.js';

/** A prompt as a server lists it. */
export interface ListedPrompt {
  name: string;
  description?: string;
  arguments?: { name: string; required?: boolean }[];
}

/** The slash command that a prompt of an MCP server stands for: `/mcp__server__prompt`. */
export function mcpPrompt(connection: McpConnection, listed: ListedPrompt): Command {
  const name = mcpToolName(connection.name, listed.name);
  const names = (listed.arguments ?? []).map((argument) => argument.name);
  return {
    name,
    description: listed.description ?? listed.name,
    argumentHint: (listed.arguments ?? []).map((argument) => (argument.required ? `<${argument.name}>` : `[${argument.name}]`)).join(' '),
    run: async (argument): Promise<CommandResult> => {
      const { client } = connection;
      if (!client) return { kind: 'say', text: `The MCP server "${connection.name}" is not connected (${connection.status}).` };
      try {
        const words = splitArguments(argument);
        const given = Object.fromEntries(names.flatMap((key, index) => (words[index] === undefined ? [] : [[key, words[index]]])));
        const { messages } = await client.getPrompt({ name: listed.name, arguments: given });
        return {
          kind: 'prompt',
          text: textOf(messages.map(({ content }) => content as PromptContent)),
          blocks: imagesOf(messages.map(({ content }) => content as PromptContent)),
        }; // the library has checked the shape
      } catch (error) {
        return { kind: 'say', text: `/${name} was not run: ${errorText(error)}` };
      }
    },
  };
}

interface PromptContent {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  resource?: { uri: string; text?: string };
}

function textOf(contents: readonly PromptContent[]): string {
  return contents
    .map(({ text, resource }) => text ?? resource?.text ?? '')
    .filter((text) => text !== '')
    .join('\n\n');
}

function imagesOf(contents: readonly PromptContent[]): ApiContentBlockParam[] {
  return contents.flatMap(
    ({ type, data, mimeType }) =>
      type === 'image' && data !== undefined
        ? [{ type: 'image', source: { type: 'base64', media_type: mimeType as 'image/png', data } } satisfies ApiContentBlockParam]
        : [], // the API says so if it does not take it
  );
}
