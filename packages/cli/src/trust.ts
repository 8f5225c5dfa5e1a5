import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AgentError } from '@inboard/wire';
import { distrustFolder, isTrusted, trustedServers, trustFolder } from '@inboard/engine';

/** `inboard trust [folder]`: lets the files of a folder widen what an agent may do there. Says what that is about. */
export async function trust(args: readonly string[]): Promise<string> {
  const remove = args.includes('--remove');
  const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? '.');
  if (remove) return distrustFolder(folder, process.env) ? `${folder} is no longer trusted.\n` : `${folder} was not trusted.\n`;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new AgentError('cwd_missing', `${folder} is not a folder.`);
  const again = isTrusted(folder, process.env);
  const { servers, described } = await trustedServers(folder);
  trustFolder(folder, process.env, servers);
  const lines = [
    `${folder} is trusted${again ? ' (as before)' : ''}. Its settings may now allow calls, set variables and run hooks; its commands, agents and skills may run what they name.`,
    ...(described.length > 0
      ? ['These MCP servers of .mcp.json may run, as they are now; a change asks again:', ...described.map((line) => `  ${line}`)]
      : []),
    'Take it back with: inboard trust --remove',
  ];
  return `${lines.join('\n')}\n`;
}
