import { createEngine, type EngineOptions } from '@inboard/engine';
import { encodeLine, memoryPair, Peer, type StreamMessage, type WireMessage } from '@inboard/wire';
import { askOnTerminal, canAskOnTerminal } from './ask-on-terminal.js';
import { LiveView } from './live-view.js';
import { nobodyToAsk } from './nobody-to-ask.js';
import { onSignals } from './signals.js';
import { visible } from './visible.js';
import { whenReaderLeaves, write } from './standard-output.js';

export type Style = 'text' | 'json' | 'stream-json' | 'live';

/** Asks once and prints the answer. Returns the exit code. */
export async function print(options: EngineOptions, prompt: string, style: Style): Promise<number> {
  const [host, engine] = memoryPair();
  const view = createView(style);
  const asks = style === 'live' && canAskOnTerminal();
  const shown: EngineOptions =
    style === 'live' ? { ...options, includePartialMessages: true, ...(asks && { permissionPromptToolName: 'stdio' }) } : options;
  let failed = true;
  const peer = new Peer<'host'>({
    transport: host,
    handlers: asks ? askOnTerminal() : nobodyToAsk,
    onMessage: (message) => {
      if (message.type === 'result') failed = message.is_error === true;
      return view(message);
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
  return signalCode() ?? (failed ? 1 : 0);
}

function createView(style: Style): (message: WireMessage) => void | Promise<void> {
  if (style === 'live') {
    const view = new LiveView(process.stdout);
    return (message) => view.show(message as unknown as StreamMessage); // messages it does not know are skipped
  }
  if (style === 'stream-json') return (message) => write(encodeLine(message));
  if (style === 'json') return (message) => (message.type === 'result' ? write(encodeLine(message)) : undefined);
  return (message) => {
    if (message.type === 'system' && message.subtype === 'informational') process.stderr.write(`${visible(String(message.content))}\n`);
    if (message.type !== 'result') return undefined;
    if (message.subtype === 'success') return write(`${String(message.result)}\n`);
    for (const error of message.errors as string[]) process.stderr.write(`${error}\n`);
    return undefined;
  };
}
