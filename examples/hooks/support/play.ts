// Plays a scripted conversation with hooks in an empty folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reply, ScriptedModel, text, type Answer } from '@inboard/testing';
import { query, type Options, type SDKMessage, type SDKUserMessage } from 'inboard';

/** What a play came to. */
export interface Played {
  messages: SDKMessage[];
  /** Everything the model was told, as one text. */
  sent: string;
  /** The text of the last result. */
  result: string;
}

/** Runs prompts one after the other. The replies see the folder, which holds `notes.txt`; after them the model says "done". */
export async function play(options: Options, replies: (folder: string) => Answer[] = () => [], ...prompts: string[]): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-example-'));
  writeFileSync(join(folder, 'notes.txt'), 'some notes');
  const model = await ScriptedModel.start(replies(folder), reply(text('done')));
  const waiting = prompts.length === 0 ? ['go'] : [...prompts];
  let next = (): void => undefined;
  async function* talk(): AsyncGenerator<SDKUserMessage> {
    for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
      const answered = new Promise<void>((resolve) => (next = resolve));
      yield { type: 'user', message: { role: 'user', content: prompt }, parent_tool_use_id: null, session_id: '' };
      await answered;
    }
  }
  const messages: SDKMessage[] = [];
  const env = { ...process.env, ...model.env, CLAUDE_CONFIG_DIR: join(folder, 'config') };
  for await (const message of query({ prompt: talk(), options: { cwd: folder, env, settingSources: [], ...options } })) {
    messages.push(message);
    if (message.type === 'result') next();
  }
  const sent = JSON.stringify(model.requests.map(({ body }) => body.messages));
  await model.close();
  rmSync(folder, { recursive: true, force: true });
  const last = messages.findLast((message) => message.type === 'result');
  return { messages, sent, result: last?.subtype === 'success' ? last.result : (last?.errors.join('\n') ?? '') };
}
