import { createEngine, type EngineOptions } from '@inboard/engine';
import { encodeLine, memoryPair, Peer, type ResultMessage, type StreamMessage, type WireMessage } from '@inboard/wire';
import { askLine, askOnTerminal, canAskOnTerminal } from './ask-on-terminal.js';
import { LiveView } from './live-view.js';
import { nobodyToAsk } from './nobody-to-ask.js';
import { canShowProgress, ProgressLine } from './progress-line.js';
import { onSignals } from './signals.js';
import { whenReaderLeaves, write } from './standard-output.js';

export type Style = 'text' | 'json' | 'stream-json' | 'live';

/** Asks once and prints the answer. Returns the exit code. */
export async function print(options: EngineOptions, prompt: string, style: Style): Promise<number> {
  const [host, engine] = memoryPair();
  const { show, isMidLine } = createView(style);
  const forPeople = (style === 'text' || style === 'live') && canShowProgress(process.stderr);
  const progress = forPeople ? new ProgressLine({ out: process.stderr, cwd: options.cwd, mayDraw: () => !isMidLine() }) : undefined;
  const showWith = async (line: ProgressLine, message: WireMessage) => {
    line.clear();
    await show(message);
    line.take(message as unknown as StreamMessage); // messages it does not know are skipped
    if (message.type === 'result' && style === 'text') line.summary(message as unknown as ResultMessage); // our own engine's
  };
  const asks = style === 'live' && canAskOnTerminal();
  const shown: EngineOptions =
    style === 'live' ? { ...options, includePartialMessages: true, ...(asks && { permissionPromptToolName: 'stdio' }) } : options;
  let failed = true;
  const peer = new Peer<'host'>({
    transport: host,
    handlers: asks
      ? askOnTerminal((card, signal) => (progress ? progress.away(() => askLine(card, signal)) : askLine(card, signal)))
      : nobodyToAsk,
    onMessage: (message) => {
      if (message.type === 'result') failed = message.is_error === true;
      return progress ? showWith(progress, message) : show(message);
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
  progress?.close();
  return signalCode() ?? (failed ? 1 : 0);
}

/** A way to show messages, and whether it has stopped in the middle of a line. */
interface View {
  show: (message: WireMessage) => void | Promise<void>;
  isMidLine: () => boolean;
}

function createView(style: Style): View {
  const never = () => false;
  if (style === 'live') {
    const view = new LiveView(process.stdout);
    return { show: (message) => view.show(message as unknown as StreamMessage), isMidLine: () => view.isMidLine }; // messages it does not know are skipped
  }
  if (style === 'stream-json') return { show: (message) => write(encodeLine(message)), isMidLine: never };
  if (style === 'json')
    return { show: (message) => (message.type === 'result' ? write(encodeLine(message)) : undefined), isMidLine: never };
  return { show: printAnswer, isMidLine: never };
}

function printAnswer(message: WireMessage): void | Promise<void> {
  if (message.type === 'system' && message.subtype === 'informational') process.stderr.write(`${String(message.content)}\n`);
  if (message.type !== 'result') return undefined;
  if (message.subtype === 'success') return write(`${String(message.result)}\n`);
  for (const error of message.errors as string[]) process.stderr.write(`${error}\n`);
  return undefined;
}
