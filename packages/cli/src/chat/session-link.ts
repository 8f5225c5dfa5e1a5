import { createEngine, type EngineOptions } from '@inboard/engine';
import {
  memoryPair,
  Peer,
  type ControlParams,
  type HandlersFor,
  type InitializeResult,
  type PermissionMode,
  type StreamMessage,
  type Uuid,
} from '@inboard/wire';

/** A session in this process, as a host has it. */
export interface SessionLink {
  /** What the session offers. */
  readonly initialized: Promise<InitializeResult>;
  /** Resolves when the session has ended and everything is saved. */
  readonly ended: Promise<void>;
  /** Sends a prompt; it comes back under its id when a turn takes it. */
  prompt(text: string, uuid: Uuid): Promise<void>;
  interrupt(): Promise<void>;
  setMode(mode: PermissionMode): Promise<void>;
  close(): void;
}

/** Opens a session that streams what it says and asks the handlers. */
export function openSession(
  options: EngineOptions,
  handlers: HandlersFor<'host'>,
  onMessage: (message: StreamMessage) => void | Promise<void>,
): SessionLink {
  const [host, engine] = memoryPair();
  const peer = new Peer<'host'>({
    transport: host,
    handlers,
    onMessage: (message) => onMessage(message as unknown as StreamMessage), // messages it does not know are skipped
  });
  const asked: EngineOptions = { ...options, includePartialMessages: true, replayUserMessages: true, permissionPromptToolName: 'stdio' };
  const ended = Promise.all([createEngine(asked).attach(engine), peer.run()]).then(() => undefined);
  return {
    initialized: peer.request('initialize', initializeParams(options)),
    ended,
    prompt: (text, uuid) =>
      peer.send({
        type: 'user',
        uuid,
        message: { role: 'user', content: [{ type: 'text', text }] },
        parent_tool_use_id: null,
        session_id: '',
      }),
    interrupt: async () => void (await peer.request('interrupt', {})),
    setMode: async (mode) => void (await peer.request('set_permission_mode', { mode })),
    close: () => void host.close(),
  };
}

/** The first request replaces what the options said of these, so it says it again. */
function initializeParams({ systemPrompt, agents, outputFormat }: EngineOptions): ControlParams<'initialize'> {
  return {
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(typeof systemPrompt === 'object' && systemPrompt.append !== undefined && { appendSystemPrompt: systemPrompt.append }),
    ...(agents && { agents }),
    ...(outputFormat && { jsonSchema: outputFormat.schema }),
  };
}
