import { createEngine, type EngineOptions } from '@inboard/engine';
import { encodeLine, memoryPair, Peer, type ResultMessage, type StreamMessage, type WireMessage } from '@inboard/wire';
import { askLine, askOnTerminal, canAskOnTerminal, type Ask } from './ask-on-terminal.js';
import { LiveView } from './live-view.js';
import { nobodyToAsk } from './nobody-to-ask.js';
import { canShowProgress, ProgressLine } from './progress-line.js';
import { onSignals } from './signals.js';
import { visible } from './visible.js';
import { whenReaderLeaves, write } from './standard-output.js';

export type Style = 'text' | 'json' | 'stream-json' | 'live';

/** Asks once and prints the answer. Questions go to the terminal, if there is one, or to `ask`. Returns the exit code. */
export async function print(options: EngineOptions, prompt: string, style: Style, ask?: Ask): Promise<number> {
  const [host, engine] = memoryPair();
  const view = withProgress(createView(style), style, options.cwd);
  const asks = ask !== undefined || (style === 'live' && canAskOnTerminal());
  const shown: EngineOptions =
    style === 'live' ? { ...options, includePartialMessages: true, ...(asks && { permissionPromptToolName: 'stdio' }) } : options;
  let failed = true;
  const peer = new Peer<'host'>({
    transport: host,
    handlers: asks ? askOnTerminal(ask ?? view.ask, options.cwd) : nobodyToAsk,
    onMessage: (message) => {
      if (message.type === 'result') failed = message.is_error === true;
      return view.show(message);
    },
  });
  whenReaderLeaves(() => void host.close());
  const signalCode = onSignals(() => void host.close());
  const serving = createEngine(shown).attach(engine);
  const reading = peer.run();
  await host.send({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: prompt }] },
    parent_tool_use_id: null,
    session_id: '',
  });
  await peer.request('end_input', {}).catch(() => undefined); // a session that could not be opened has said so
  await host.end();
  await Promise.all([serving, reading]);
  view.close();
  return signalCode() ?? (failed ? 1 : 0);
}

/** A way to show messages and to ask. */
interface View {
  show: (message: WireMessage) => void | Promise<void>;
  ask: Ask;
  close: () => void;
  /** It has stopped in the middle of a line. */
  isMidLine: () => boolean;
}

function createView(style: Style): View {
  const view = (show: View['show'], isMidLine = () => false): View => ({ show, ask: askLine, close: () => undefined, isMidLine });
  if (style === 'live') {
    const live = new LiveView(process.stdout);
    return view(
      (message) => live.show(message as unknown as StreamMessage), // messages it does not know are skipped
      () => live.isMidLine,
    );
  }
  if (style === 'stream-json') return view((message) => write(encodeLine(message)));
  if (style === 'json') return view((message) => (message.type === 'result' ? write(encodeLine(message)) : undefined));
  return view(printAnswer);
}

/** The same view with a line that says what is going on, for a person who waits at a terminal. */
function withProgress(view: View, style: Style, cwd: string): View {
  if ((style !== 'text' && style !== 'live') || !canShowProgress(process.stderr)) return view;
  const line = new ProgressLine({ out: process.stderr, cwd, mayDraw: () => !view.isMidLine() });
  return {
    ...view,
    show: async (message) => {
      line.clear();
      await view.show(message);
      line.take(message as unknown as StreamMessage); // messages it does not know are skipped
      if (message.type === 'result' && style === 'text') line.summary(message as unknown as ResultMessage); // our own engine's
    },
    ask: (card, signal) => line.away(() => view.ask(card, signal)),
    close: () => line.close(),
  };
}

function printAnswer(message: WireMessage): void | Promise<void> {
  if (message.type === 'system' && message.subtype === 'informational') process.stderr.write(`${visible(String(message.content))}\n`);
  if (message.type !== 'result') return undefined;
  if (message.subtype === 'success') return write(`${String(message.result)}\n`);
  for (const error of message.errors as string[]) process.stderr.write(`${error}\n`);
  return undefined;
}
