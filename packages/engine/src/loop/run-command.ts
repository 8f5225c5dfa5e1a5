import type { ApiMessageParam } from '@inboard/wire';
import type { CommandPrompt } from '../command/command.js';
import { parseCommand } from '../command/parse-command.js';
import type { Prompt } from '../input/prompt-queue.js';
import { promptText } from './submit-prompt.js';
import { offlineModelId } from '../model/create.js';
import { resolveModel } from '../model/catalog.js';
import type { Turn, TurnEnd } from './turn.js';

/** What a prompt means after its command was run: the end of the turn, or the prompt to go on with. */
export type Dispatched = { end: TurnEnd } | { prompt: Prompt };

/** Runs the slash command a prompt names, if it names one. */
export async function dispatchCommand(turn: Turn, prompt: Prompt): Promise<Dispatched> {
  const named = prompt.own ? undefined : parseCommand(promptText(prompt.message));
  const command = named && turn.session.commands.find(named.name);
  if (!named || !command) return { prompt };
  const result = await command.run(named.argument, turn);
  if (result.kind === 'prompt') return { prompt: { ...prompt, message: takeOver(turn, result) } };
  const { output, port } = turn.session;
  const content = `<local-command-stdout>${result.text}</local-command-stdout>`;
  await output.user({ role: 'user', content }, port.newId(), { isReplay: true });
  return { end: { kind: 'done', text: result.text, stopReason: null } };
}

/** What a command wants for its turn holds to the end of the turn. */
function takeOver(turn: Turn, { text, blocks = [], grants, model }: CommandPrompt): ApiMessageParam {
  const { permissions, options, catalog, settings } = turn.session;
  if (grants) turn.whenOver.push(permissions.grant(grants));
  if (model !== undefined && settings.model !== offlineModelId) turn.model = resolveModel(model, options.env, catalog);
  return { role: 'user', content: [{ type: 'text', text }, ...blocks] };
}
