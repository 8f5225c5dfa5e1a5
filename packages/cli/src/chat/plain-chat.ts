import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { EngineOptions } from '@inboard/engine';
import { askOnTerminal } from '../ask-on-terminal.js';
import { LiveView } from '../live-view.js';
import { LineReader } from './line-reader.js';
import { openSession } from './session-link.js';

export interface PlainTerminal {
  input: Readable;
  output: NodeJS.WriteStream;
}

/** A chat line by line, for a terminal that can do no more. Ends with the input, at an empty line and at `/exit`. Returns the exit code. */
export async function plainChat(engine: EngineOptions, { input, output }: PlainTerminal): Promise<number> {
  const lines = new LineReader(input);
  const view = new LiveView(output);
  let failed = false;
  let turnOver: (() => void) | undefined;
  const ask = async (card: string, signal: AbortSignal) => {
    output.write(card);
    return (await lines.next(signal)) ?? '';
  };
  const link = openSession(engine, askOnTerminal(ask, engine.cwd), (message) => {
    view.show(message);
    if (message.type !== 'result') return;
    failed = message.is_error;
    turnOver?.();
  });
  void link.ended.finally(() => lines.close()).catch(() => undefined); // thrown again below
  output.write('Inboard. An empty line or /exit leaves.\n');
  for (let prompt = await readPrompt(lines, output); prompt !== undefined; prompt = await readPrompt(lines, output)) {
    const over = new Promise<void>((resolve) => (turnOver = resolve));
    await link.prompt(prompt, randomUUID());
    await Promise.race([over, link.ended]);
  }
  link.close();
  await link.ended;
  return failed ? 1 : 0;
}

async function readPrompt(lines: LineReader, output: NodeJS.WriteStream): Promise<string | undefined> {
  output.write('> ');
  const line = (await lines.next())?.trim();
  return line === '' || line === '/exit' ? undefined : line;
}
