import type {
  ApiContentBlockParam,
  ApiMessage,
  ApiMessageParam,
  ApiStreamEvent,
  AssistantError,
  InitMessage,
  MirrorErrorMessage,
  PermissionMode,
  PermissionTrace,
  ResultError,
  ResultSuccess,
  TaskNotificationMessage,
  TaskStartedMessage,
  Uuid,
  WireMessage,
} from '@inboard/wire';
import type { Retry } from '../model/model.js';

export interface OutputOptions {
  sessionId: string;
  newId: () => Uuid;
  send: (message: WireMessage) => Promise<void>;
  /** The call a subagent runs for; null for the main conversation. */
  parentToolUseId?: string | null;
}

type WithoutIds<T> = Omit<T, 'type' | 'subtype' | 'uuid' | 'session_id'>;

/** Turns what happens in the engine into messages for the host. The returned promise is the host's back-pressure; it never rejects. */
export class Output {
  readonly #options: OutputOptions;
  readonly #parent: string | null;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#parent = options.parentToolUseId ?? null;
  }

  init(fields: WithoutIds<InitMessage>): Promise<void> {
    return this.#send('system', { subtype: 'init', ...fields });
  }

  assistant(
    message: ApiMessage,
    uuid: Uuid,
    more: { error?: AssistantError; aborted?: boolean; supersedes?: string[]; request_id?: string } = {},
  ): Promise<void> {
    return this.#send('assistant', { message, parent_tool_use_id: this.#parent, ...more }, uuid);
  }

  user(
    message: ApiMessageParam,
    uuid: Uuid,
    more: { tool_use_result?: unknown; isSynthetic?: boolean; isReplay?: boolean } = {},
  ): Promise<void> {
    return this.#send('user', { message, parent_tool_use_id: this.#parent, ...more }, uuid);
  }

  /** The result of one call, as the host sees it. */
  toolResult(block: ApiContentBlockParam, uuid: Uuid, result: unknown): Promise<void> {
    return this.user({ role: 'user', content: [block] }, uuid, { tool_use_result: result });
  }

  streamEvent(event: ApiStreamEvent): Promise<void> {
    // Thousands per reply: built in one piece, without copying fields.
    return this.#deliver({
      type: 'stream_event',
      event,
      parent_tool_use_id: this.#parent,
      session_id: this.#options.sessionId,
      uuid: this.#options.newId(),
    });
  }

  success(fields: WithoutIds<ResultSuccess>): Promise<void> {
    return this.#send('result', { subtype: 'success', ...fields });
  }

  failure(subtype: ResultError['subtype'], fields: WithoutIds<ResultError>): Promise<void> {
    return this.#send('result', { subtype, ...fields });
  }

  promptSuggestion(suggestion: string): Promise<void> {
    return this.#send('prompt_suggestion', { suggestion });
  }

  apiRetry(retry: Retry): Promise<void> {
    return this.#send('system', {
      subtype: 'api_retry',
      attempt: retry.attempt,
      max_retries: retry.maxRetries,
      retry_delay_ms: retry.delayMs,
      error_status: retry.status,
      error: retry.reason,
    });
  }

  status(status: 'compacting' | 'requesting' | null, permissionMode?: PermissionMode): Promise<void> {
    return this.#send('system', { subtype: 'status', status, ...(permissionMode && { permissionMode }) });
  }

  compactBoundary(trigger: 'manual' | 'auto', preTokens: number): Promise<void> {
    return this.#send('system', { subtype: 'compact_boundary', compact_metadata: { trigger, pre_tokens: preTokens } });
  }

  notice(content: string, level: 'info' | 'notice' | 'warning' = 'notice'): Promise<void> {
    return this.#send('system', { subtype: 'informational', content, level });
  }

  mirrorError(error: string, key: MirrorErrorMessage['key']): Promise<void> {
    return this.#send('system', { subtype: 'mirror_error', error, key });
  }

  toolProgress(toolUseId: string, toolName: string, elapsedSeconds: number): Promise<void> {
    return this.#send('tool_progress', {
      tool_use_id: toolUseId,
      tool_name: toolName,
      parent_tool_use_id: this.#parent,
      elapsed_time_seconds: elapsedSeconds,
    });
  }

  permissionDenied(toolName: string, toolUseId: string, message: string, trace: PermissionTrace): Promise<void> {
    return this.#send('system', {
      subtype: 'permission_denied',
      tool_name: toolName,
      tool_use_id: toolUseId,
      message,
      decision_reason_type: trace.step,
      decision_reason: trace.reason,
    });
  }

  hook(subtype: 'hook_started' | 'hook_progress' | 'hook_response', fields: Record<string, unknown>): Promise<void> {
    return this.#send('system', { subtype, ...fields });
  }

  taskStarted(fields: WithoutIds<TaskStartedMessage>): Promise<void> {
    return this.#send('system', { subtype: 'task_started', ...fields });
  }

  taskNotification(fields: WithoutIds<TaskNotificationMessage>): Promise<void> {
    return this.#send('system', { subtype: 'task_notification', ...fields });
  }

  #send(type: string, fields: Record<string, unknown>, uuid = this.#options.newId()): Promise<void> {
    return this.#deliver({ type, ...fields, session_id: this.#options.sessionId, uuid });
  }

  #deliver(message: WireMessage): Promise<void> {
    return this.#options.send(message).catch(nobodyLeft);
  }
}

/** A host that is gone aborts the session by its own signal; there is nothing to report to it. */
const nobodyLeft = () => undefined;
