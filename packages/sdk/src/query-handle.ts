import type { InitializeResult, McpServerConfig, PermissionMode } from '@inboard/wire';
import type { ConnectOptions } from './connect/connect.js';
import { QueryCore } from './query-core.js';
import type { Query } from './query-methods.js';
import type { SDKMessage, SDKUserMessage } from './types.js';

/** A query that nobody holds any more is ended like one that was closed. */
const forgotten = new FinalizationRegistry<QueryCore>((core) => void core.finish());

export function openQuery(given: { prompt: string | AsyncIterable<SDKUserMessage> } & Omit<ConnectOptions, 'onProblem'>): Query {
  const { prompt, ...rest } = given;
  const core = new QueryCore(rest);
  const handle = new QueryHandle(core);
  forgotten.register(handle, core, handle);
  core.send(typeof prompt === 'string' ? one(prompt) : prompt).catch((error: unknown) => core.fail(error));
  return handle;
}

async function* one(prompt: string): AsyncGenerator<SDKUserMessage> {
  yield { type: 'user', session_id: '', message: { role: 'user', content: [{ type: 'text', text: prompt }] }, parent_tool_use_id: null };
}

class QueryHandle implements Query {
  readonly #core: QueryCore;

  constructor(core: QueryCore) {
    this.#core = core;
  }

  next(): Promise<IteratorResult<SDKMessage, void>> {
    return this.#core.next();
  }

  async return(): Promise<IteratorResult<SDKMessage, void>> {
    this.#core.messages.discard();
    await this.#core.finish();
    forgotten.unregister(this);
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<SDKMessage, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  close(): void {
    void this.return();
  }

  interrupt(): Promise<{ still_queued?: string[] | undefined }> {
    return this.#core.request('interrupt', {});
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#core.request('set_permission_mode', { mode });
  }

  async setModel(model?: string): Promise<void> {
    await this.#core.request('set_model', model === undefined ? {} : { model });
  }

  async setMaxThinkingTokens(maxThinkingTokens: number | null): Promise<void> {
    await this.#core.request('set_max_thinking_tokens', { max_thinking_tokens: maxThinkingTokens });
  }

  initializationResult(): Promise<InitializeResult> {
    return this.#core.initialized;
  }

  async supportedCommands() {
    return (await this.#core.initialized).commands;
  }

  async supportedModels() {
    return (await this.#core.initialized).models;
  }

  async accountInfo() {
    return (await this.#core.initialized).account;
  }

  async mcpServerStatus() {
    return (await this.#core.request('mcp_status', {})).mcpServers;
  }

  setMcpServers(servers: Record<string, McpServerConfig>) {
    return this.#core.setMcpServers(servers);
  }

  async reconnectMcpServer(serverName: string): Promise<void> {
    await this.#core.request('mcp_reconnect', { serverName });
  }

  async toggleMcpServer(serverName: string, enabled: boolean): Promise<void> {
    await this.#core.request('mcp_toggle', { serverName, enabled });
  }

  rewindFiles(userMessageId: string, options: { dryRun?: boolean } = {}) {
    return this.#core.request('rewind_files', {
      user_message_id: userMessageId,
      ...(options.dryRun !== undefined && { dry_run: options.dryRun }),
    });
  }

  async stopTask(taskId: string): Promise<void> {
    await this.#core.request('stop_task', { task_id: taskId });
  }

  async applyFlagSettings(settings: Record<string, unknown>): Promise<void> {
    await this.#core.request('apply_flag_settings', { settings });
  }

  streamInput(stream: AsyncIterable<SDKUserMessage>): Promise<void> {
    return this.#core.send(stream);
  }
}
