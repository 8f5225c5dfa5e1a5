import { createEngine, type EngineOptions } from '@inboard/engine';
import { memoryPair, Peer, type WireMessage } from '@inboard/wire';
import { nobodyToAsk } from './nobody-to-ask.js';
import { visible } from './visible.js';

/** Runs the hooks that set a project up, and nothing else. Returns the exit code: 1 when one of them failed. */
export async function setUp(options: EngineOptions): Promise<number> {
  const [host, engine] = memoryPair();
  let failed = false;
  const tell = (message: WireMessage) => {
    if (message.type === 'system' && message.subtype === 'informational') process.stderr.write(`${visible(String(message.content))}\n`);
    if (message.type !== 'system' || message.subtype !== 'hook_response' || message.outcome === 'success') return;
    failed = true;
    const { reason } = message.detail as { reason?: string }; // our own engine always says how a hook ended
    process.stderr.write(`${String(message.hook_name)}: ${reason ?? String(message.outcome)}\n`);
  };
  const peer = new Peer<'host'>({ transport: host, handlers: nobodyToAsk, onMessage: tell });
  const serving = createEngine(options).attach(engine);
  const reading = peer.run();
  await peer.request('end_input', {}).catch(() => (failed = true)); // a session that could not be opened
  await host.close();
  await Promise.all([serving, reading]);
  return failed ? 1 : 0;
}
