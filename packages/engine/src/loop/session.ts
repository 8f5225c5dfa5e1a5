import type { Options, PermissionMode, Transport } from '@inboard/wire';
import type { PromptChoice } from '../context/system-prompt.js';
import type { PromptQueue } from '../input/prompt-queue.js';
import type { ModelCatalog } from '../model/catalog.js';
import type { Model } from '../model/model.js';
import type { Output } from '../output/output.js';
import type { Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';
import type { Conversation } from '../session/conversation.js';
import type { Ledger } from '../session/ledger.js';
import type { SessionLog } from '../session/log.js';
import type { ResultFiles } from '../session/result-files.js';
import type { Sandbox } from '../process/sandbox/sandbox.js';
import type { TaskRegistry } from '../process/task-registry.js';
import type { ToolRegistry } from '../tool/registry.js';
import type { ToolState } from '../tool/state.js';

/** What an engine is made with: the options of `query()` that concern it, and a few that only a command line has. */
export interface EngineOptions extends Omit<Options, 'abortController' | 'canUseTool' | 'hooks' | 'executable' | 'executableArgs' | 'extraArgs' | 'pathToClaudeCodeExecutable' | 'spawnClaudeCodeProcess' | 'stderr'> {
  cwd: string;
  env: Environment;
  /** Echoes each prompt back when it is taken. */
  replayUserMessages?: boolean;
  /** Replaces the table of models and prices. */
  catalog?: ModelCatalog;
  port?: Port;
  /** Given one line for the debug log. */
  debugLog?: (line: string) => void;
}

/** What can change while a session runs. */
export interface SessionSettings {
  model: string;
  permissionMode: PermissionMode;
  /** `undefined`: the model's default; 0: off. */
  thinkingTokens: number | undefined;
  system: readonly string[];
}

/** Everything one session is made of. */
export interface Session {
  readonly id: string;
  readonly options: EngineOptions;
  readonly port: Port;
  readonly catalog: ModelCatalog;
  readonly transport: Transport;
  readonly prompts: PromptQueue;
  readonly conversation: Conversation;
  readonly ledger: Ledger;
  readonly log: SessionLog;
  readonly output: Output;
  readonly model: Model;
  readonly tools: ToolRegistry;
  readonly toolState: ToolState;
  readonly tasks: TaskRegistry;
  readonly results: ResultFiles;
  /** Confines shell commands. */
  readonly sandbox: Sandbox | undefined;
  readonly settings: SessionSettings;
  readonly recovered: { skipped: number; atBytes: number[] } | undefined;
  /** Aborted when the session must end now. */
  readonly signal: AbortSignal;
  /** What a person should know from the start; said once, with the first turn. */
  notices: string[];
  /** Replaces the system prompt from the next request on. */
  setPrompt(choice: PromptChoice): void;
  /** Stops the running turn, if there is one. */
  stopTurn: ((reason: Error) => void) | undefined;
}
