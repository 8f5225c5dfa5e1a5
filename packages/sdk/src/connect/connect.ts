import type { AgentError, Options, Transport } from '@inboard/wire';
import { adaptTransport, isStringTransport, type StringTransport } from './string-transport.js';

/** A way to an engine. */
export interface Connection {
  transport: Transport;
  /** Why the connection ended without a result, when more is known than that it ended. */
  explainEnd(): Promise<Error | undefined>;
  /** Closes the transport; resolves when nothing of the engine is left. Never rejects. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  options: Options;
  transport?: Transport | StringTransport;
  onStderr?: (text: string) => void;
  /** Told of input that is no message. */
  onProblem: (problem: AgentError) => void;
}

/** Opens the way the options ask for: a given transport, a child process, or the engine in this process. */
export async function connect(given: ConnectOptions): Promise<Connection> {
  if (given.transport) {
    const transport = isStringTransport(given.transport) ? adaptTransport(given.transport) : given.transport;
    return { transport, explainEnd: async () => undefined, close: () => transport.close() };
  }
  const { options } = given;
  if (options.pathToClaudeCodeExecutable !== undefined || options.spawnClaudeCodeProcess || options.executable !== undefined) {
    const { connectSubprocess } = await import('./subprocess.js');
    return connectSubprocess(given);
  }
  const { connectInProcess } = await import('./in-process.js');
  return connectInProcess(given);
}
