import { createReadStream } from 'node:fs';
import { deleteSession, forkSession, getSessionMessages, listSessions, needSession, type SessionMessage } from '@inboard/engine/sessions';
import { AgentError } from '@inboard/wire';
import { visible } from './visible.js';
import { write } from './standard-output.js';

const usage = `inboard sessions: what was said before

  inboard sessions list [--all] [--json]   the sessions of this folder, or of all folders
  inboard sessions show <id> [--json]      what was said
  inboard sessions fork <id>               a copy under a new id
  inboard sessions rm <id>…                remove for good
  inboard sessions export <id>             the transcript as it is, one JSON per line
`;

/** The subcommands that work on stored sessions. Returns the exit code. */
export async function sessions(words: readonly string[]): Promise<number> {
  const flags = new Set(words.filter((word) => word.startsWith('-')));
  const [command, ...ids] = words.filter((word) => !word.startsWith('-'));
  const unknown = [...flags].find((flag) => !['--all', '--json', '--help', '-h'].includes(flag));
  if (unknown !== undefined) throw new AgentError('unknown_option', `Unknown flag ${unknown}. "inboard sessions" shows what there is.`);
  switch (command) {
    case 'list':
      return list({ all: flags.has('--all'), json: flags.has('--json') });
    case 'show':
      return show(one(ids), { json: flags.has('--json') });
    case 'fork':
      return say(`${(await forkSession(one(ids))).sessionId}\n`);
    case 'rm':
      return remove(ids);
    case 'export':
      return copyOut(needSession(process.env, one(ids)).path);
    default:
      if (command !== undefined) throw new AgentError('invalid_option', `There is no "inboard sessions ${command}". ${usage}`);
      return say(usage);
  }
}

/** Copies a file to standard output, however long it is. */
async function copyOut(path: string): Promise<number> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) await write(chunk);
  return 0;
}

async function list(options: { all: boolean; json: boolean }): Promise<number> {
  const found = await listSessions(options.all ? {} : { dir: process.cwd() });
  if (options.json) return say(`${JSON.stringify(found, null, 2)}\n`);
  return say(
    found
      .map(
        ({ sessionId, lastModified, summary }) =>
          `${sessionId}  ${new Date(lastModified).toISOString().slice(0, 16).replace('T', ' ')}  ${line(summary)}\n`,
      )
      .join(''),
  );
}

async function show(id: string, options: { json: boolean }): Promise<number> {
  needSession(process.env, id);
  const messages = await getSessionMessages(id);
  return say(options.json ? `${JSON.stringify(messages, null, 2)}\n` : messages.map(describe).join(''));
}

async function remove(ids: readonly string[]): Promise<number> {
  one(ids.slice(0, 1));
  for (const id of ids) await deleteSession(id);
  return 0;
}

function one(ids: readonly string[]): string {
  const [id, ...more] = ids;
  if (id === undefined || more.length > 0)
    throw new AgentError('invalid_option', 'Give one session id. "inboard sessions list" shows them.');
  return id;
}

function describe({ type, message }: SessionMessage): string {
  const { content } = message as { content: string | { type: string; text?: string; name?: string; input?: unknown; content?: unknown }[] };
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.map((block) => `${label(type, block)}\n`).join('');
}

function label(type: string, block: { type: string; text?: string; name?: string; input?: unknown; content?: unknown }): string {
  if (block.type === 'text') return `${type === 'user' ? '> ' : ''}${visible(block.text ?? '')}`;
  if (block.type === 'tool_use') return `● ${block.name ?? ''} ${line(JSON.stringify(block.input))}`;
  if (block.type === 'tool_result') return `  ${line(typeof block.content === 'string' ? block.content : JSON.stringify(block.content))}`;
  return `  (${block.type})`;
}

function line(text: string): string {
  const flat = visible(text).replaceAll('\n', ' ');
  return flat.length > 100 ? `${flat.slice(0, 100)}…` : flat;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
