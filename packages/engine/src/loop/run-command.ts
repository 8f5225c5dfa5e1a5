import type { ApiMessageParam } from '@inboard/wire';
import type { CommandPrompt } from '../command/command.js';
import { parseCommand } from '../command/parse-command.js';
import type { Prompt } from '../input/prompt-queue.js';
import { holdForTurn } from './hold-for-turn.js';
import { pickModel } from './pick-model.js';
import { runForked } from './run-forked.js';
import { admitPrompt, promptText } from './submit-prompt.js';
import { offlineModelId } from '../model/create.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

/** What a prompt means after its command was run: the end of the turn, or the prompt to go on with. */
export type Dispatched = { end: TurnEnd } | { prompt: Prompt };

/** Whether a prompt names a slash command of this session; a prompt of an MCP server may still be on its way. */
export function namesCommand({ commands }: Session, { own, message }: Prompt): boolean {
  const named = own ? undefined : parseCommand(promptText(message));
  return named !== undefined && (named.name.startsWith('mcp__') || commands.find(named.name) !== undefined);
}

/** Runs the slash command a prompt names, if it names one. */
export async function dispatchCommand(turn: Turn, prompt: Prompt): Promise<Dispatched> {
  const named = prompt.own ? undefined : parseCommand(promptText(prompt.message));
  if (named) await turn.session.mcp.whenToolReady(named.name);
  const command = named && turn.session.commands.find(named.name);
  if (!named || !command) return { prompt };
  const result = await command.run(named.argument, turn);
  if (result.kind === 'prompt' && result.fork === undefined) return { prompt: { ...prompt, message: takeOver(turn, named.name, result) } };
  if (result.kind === 'say') return { end: await say(turn, result.text) };
  const admitted = await admitPrompt(turn, result.text);
  if ('refusal' in admitted) return { end: { kind: 'stopped', reason: admitted.refusal } };
  return { end: await say(turn, await reportOf(turn, named.name, { ...result, text: admitted.prompt })) };
}

async function reportOf(turn: Turn, name: string, prompt: CommandPrompt): Promise<string> {
  holdForTurn(turn, name, prompt);
  const report = await runForked(prompt, prompt.fork!, {
    name,
    toolUseId: `toolu_${turn.session.port.newId().replaceAll('-', '').slice(0, 24)}`,
    signal: turn.signal,
    agents: turn.session.createAgents(turn.session),
  }); // only called for those
  return report.text;
}

/** Words for the person that the model never sees. */
async function say(turn: Turn, text: string): Promise<TurnEnd> {
  const { output, port } = turn.session;
  const content = `<local-command-stdout>${text}</local-command-stdout>`;
  await output.user({ role: 'user', content }, port.newId(), { isReplay: true });
  return { kind: 'done', text, stopReason: null };
}

/** What a command wants for its turn holds to the end of the turn. */
function takeOver(turn: Turn, name: string, prompt: CommandPrompt): ApiMessageParam {
  const { settings } = turn.session;
  const { text, blocks = [], model } = prompt;
  holdForTurn(turn, name, prompt);
  if (model !== undefined && settings.model !== offlineModelId) turn.model = pickModel(turn.session, model);
  return { role: 'user', content: [{ type: 'text', text }, ...blocks] };
}
