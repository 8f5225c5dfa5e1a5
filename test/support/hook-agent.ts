import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reply, text, toolUse, type Answer, type RecordedRequest } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import type { Agent, Cell } from '../harness.js';

/** Everything is allowed: a gate that stands open shows at once. */
export const allowAll: Options = {
  tools: ['Task', 'Read', 'Write', 'Grep', 'Bash', 'TodoWrite'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
};

/** The settings of one hook for one event. */
export function hookSettings(event: string, hook: object, matcher?: string): { hooks: Record<string, unknown> } {
  return { hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [hook] }] } };
}

/** A command hook. */
export const command = (line: string, more: object = {}) => ({ type: 'command', command: line, ...more });

/** Options that carry settings of the command line. */
export function flagSettings(settings: object): Options {
  return { extraArgs: { settings: JSON.stringify(settings) } };
}

/** Writes a settings file. */
export async function writeSettings(path: string, settings: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(settings));
}

/** How deep the call is made: by the main agent, or by a subagent of a subagent. */
export type Depth = 0 | 2;

const task = (prompt: string) => toolUse('Task', { description: 'a task', prompt, subagent_type: 'general-purpose' }, `toolu_${prompt}`);

function whose(request: RecordedRequest): { name: string; first: boolean } {
  const messages = request.body.messages as { content: string | { text?: string }[] }[];
  const { content } = messages[0]!;
  return { name: typeof content === 'string' ? content : (content[0]?.text ?? ''), first: messages.length === 1 };
}

const nested =
  (call: ReturnType<typeof toolUse>): Answer =>
  (request) => {
    const { name, first } = whose(request);
    if (!first) return reply(text(`${name} done`));
    return reply(name === 'go' ? task('outer') : name === 'outer' ? task('inner') : call);
  };

/** An agent that may do everything and whose model writes `out.txt`. */
export interface Writer extends Agent {
  /** Whether the file is there. */
  written(): boolean;
}

/** Opens an agent whose model calls Write once, at the depth that is asked for. */
export async function writer({ open }: Cell, more: Options = {}, depth: Depth = 0): Promise<Writer> {
  const agent = await open({ ...allowAll, ...more });
  const path = join(agent.cwd, 'out.txt');
  const call = toolUse('Write', { file_path: path, content: 'hello' }, 'toolu_write');
  if (depth === 0) agent.model.says(reply(call), reply(text('done')));
  else agent.model.always(nested(call));
  return Object.assign(agent, { written: () => existsSync(path) });
}

/** The reports on hooks of an event, with how each one ended. */
export function hookEnds(messages: readonly WireMessage[], event?: string): { outcome: string; duration_ms: number; reason?: string }[] {
  return messages.flatMap((message) => {
    const ours = message.subtype === 'hook_response' && (event === undefined || message.hook_event === event);
    return ours ? [message.detail as { outcome: string; duration_ms: number; reason?: string }] : []; // what our engine always sends
  });
}
