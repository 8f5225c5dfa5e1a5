import type {
  AccountInfo,
  ControlResult,
  InitializeResult,
  McpServerConfig,
  McpServerStatus,
  McpSetServersResult,
  ModelInfo,
  PermissionMode,
  SlashCommand,
} from '@inboard/wire';
import type { SDKMessage, SDKUserMessage } from './types.js';

/** What `rewindFiles` came to. */
export type RewindFilesResult = ControlResult<'rewind_files'>;

/** A running query: iterate it for messages, call it to steer. */
export interface Query extends AsyncGenerator<SDKMessage, void> {
  /** Stops the running turn; it ends with an error result and the session goes on. */
  interrupt(): Promise<{ still_queued?: string[] | undefined }>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** Changes the model from the next request on; without a name back to the configured one. */
  setModel(model?: string): Promise<void>;
  setMaxThinkingTokens(maxThinkingTokens: number | null): Promise<void>;
  initializationResult(): Promise<InitializeResult>;
  supportedCommands(): Promise<SlashCommand[]>;
  supportedModels(): Promise<ModelInfo[]>;
  accountInfo(): Promise<AccountInfo>;
  mcpServerStatus(): Promise<McpServerStatus[]>;
  setMcpServers(servers: Record<string, McpServerConfig>): Promise<McpSetServersResult>;
  reconnectMcpServer(serverName: string): Promise<void>;
  toggleMcpServer(serverName: string, enabled: boolean): Promise<void>;
  rewindFiles(userMessageId: string, options?: { dryRun?: boolean }): Promise<RewindFilesResult>;
  stopTask(taskId: string): Promise<void>;
  /** Changes settings of this session, above every file but the managed ones: each key is replaced, `null` clears one. */
  applyFlagSettings(settings: Record<string, unknown>): Promise<void>;
  /** Sends more prompts. Resolves when all were sent. */
  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void>;
  /** Ends the query and everything it started, at once. Idempotent. */
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}
