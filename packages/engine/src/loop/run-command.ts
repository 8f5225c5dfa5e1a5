import { parseCommand } from '../command/parse-command.js';
import type { Prompt } from '../input/prompt-queue.js';
import { promptText } from './submit-prompt.js';
import type { Turn, TurnEnd } from './turn.js';

/** What a prompt means after its command was run: the end of the turn, or the prompt to go on with. */
export type Dispatched = { end: TurnEnd } | { prompt: Prompt };

/** Runs the slash command a prompt names, if it names one. */
export async function dispatchCommand(turn: Turn, prompt: Prompt): Promise<Dispatched> {
  const named = prompt.own ? undefined : parseCommand(promptText(prompt.message));
  if (named) await turn.session.mcp.whenToolReady(named.name);
  const command = named && turn.session.commands.find(named.name);
  if (!named || !command) return { prompt };
  const result = await command.run(named.argument, turn);
  if (result.kind === 'prompt') return { prompt: { ...prompt, message: { role: 'user', content: [{ type: 'text', text: result.text }] } } };
  const { output, port } = turn.session;
  const content = `<local-command-stdout>${result.text}</local-command-stdout>`;
  await output.user({ role: 'user', content }, port.newId(), { isReplay: true });
  return { end: { kind: 'done', text: result.text, stopReason: null } };
}
