import type { McpServerConfigForProcessTransport, Peer } from '@inboard/wire';
import type { Environment } from '../port/environment.js';

/** What a connection to one server needs to know. */
export interface ServerOptions {
  name: string;
  config: McpServerConfigForProcessTransport;
  cwd: string;
  env: Environment;
  peer: Peer<'engine'>;
  /** The folders the agent works in. */
  roots: () => readonly string[];
  /** Told when the state, the tools or the prompts of the server change. */
  onChange: () => void;
  /** Given what a person should know, once each. */
  notice: (text: string) => void;
  /** Given one line for the debug log. */
  log: (line: string) => void;
}
