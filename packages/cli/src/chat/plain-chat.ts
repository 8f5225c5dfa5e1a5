import { createInterface } from 'node:readline/promises';
import type { EngineOptions } from '@inboard/engine';
import { askOnTerminal } from '../ask-on-terminal.js';
import { LiveView } from '../live-view.js';
import { onSignals } from '../signals.js';
import { openSession } from './session-link.js';

/** A chat line by line, for a terminal that can do no more. Returns the exit code. */
export async function plainChat(engine: EngineOptions): Promise<number> {
  const view = new LiveView(process.stdout);
  let failed = false;
  let turnOver: () => void = () => undefined;
  const link = openSession(engine, askOnTerminal(), (message) => {
    view.show(message);
    if (message.type !== 'result') return;
    failed = message.is_error;
    turnOver();
  });
  let isOpen = true;
  void link.ended.finally(() => {
    isOpen = false;
    turnOver();
  });
  const signalCode = onSignals(() => link.close());
  process.stdout.write('Inboard. An empty line or /exit leaves.\n');
  while (isOpen) {
    const line = await readLine();
    if (line === undefined || line === '' || line === '/exit') break;
    const over = new Promise<void>((resolve) => (turnOver = resolve));
    await link.prompt(line);
    await over;
  }
  link.close();
  await link.ended;
  return signalCode() ?? (failed ? 1 : 0);
}

/** One line of the person; nothing at the end of the input. */
async function readLine(): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  try {
    process.stdout.write('> ');
    const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
    const line = new Promise<string>((resolve) => terminal.once('line', resolve));
    return (await Promise.race([line, closed]))?.trim();
  } finally {
    terminal.close();
  }
}
