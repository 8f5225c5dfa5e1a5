import { createEngine, type EngineOptions } from '@inboard/engine';
import { AgentError, memoryPair, Peer } from '@inboard/wire';
import { nobodyToAsk } from './nobody-to-ask.js';

/** Brings files back to what they were at a prompt of the resumed session, and does nothing else. Returns the exit code. */
export async function rewind(options: EngineOptions, messageId: string): Promise<number> {
  if (options.resume === undefined && !options.continue)
    throw new AgentError('invalid_option', '--rewind-files needs --resume or --continue: the session whose prompt it names.');
  const [host, engine] = memoryPair();
  const peer = new Peer<'host'>({ transport: host, handlers: nobodyToAsk, onMessage: () => undefined });
  const serving = createEngine({ ...options, enableFileCheckpointing: true }).attach(engine);
  const reading = peer.run();
  try {
    const { canRewind, error, filesChanged = [] } = await peer.request('rewind_files', { user_message_id: messageId });
    if (!canRewind) throw new AgentError('invalid_option', error ?? 'The files cannot be brought back.');
    process.stdout.write(
      filesChanged.length === 0
        ? 'No file has changed since then.\n'
        : `Brought back:\n${filesChanged.map((path) => `  ${path}\n`).join('')}`,
    );
    return 0;
  } finally {
    await host.close();
    await Promise.all([serving, reading]);
  }
}
