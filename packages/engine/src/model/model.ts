import type { ApiMessageParam, ApiStreamEvent, AssistantError } from '@inboard/wire';

/** A tool as the model is told of it. */
export interface ToolOffer {
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
}

/** What is asked of the model. The same values give the same bytes, so that prompt caching works. */
export interface ModelRequest {
  model: string;
  system: readonly string[];
  messages: readonly ApiMessageParam[];
  tools: readonly ToolOffer[];
  maxTokens: number;
  thinking?: { type: 'adaptive' } | { type: 'enabled'; budget_tokens: number } | { type: 'disabled' };
  effort?: string;
  betas: readonly string[];
  /** Tools that run at the API, as the API wants them described. */
  serverTools?: readonly Record<string, unknown>[];
  /** How often an overloaded model is tried again; the default when absent. */
  overloadRetries?: number;
}

/** Why no reply came, for people and for programs. */
export interface ModelFailure {
  category: AssistantError;
  /** The HTTP status, when there was one. */
  status: number | null;
  /** What happened and what to do. */
  message: string;
  /** The request does not fit into the model's context. */
  tooLong?: boolean;
}

/** A try that failed and the one that follows. */
export interface Retry {
  attempt: number;
  maxRetries: number;
  delayMs: number;
  status: number | null;
  reason: string;
}

/** Where a reply goes while it comes in. A returned promise holds the stream back. */
export interface ReplySink {
  /** One event of the stream, in the order of the API. */
  event(event: ApiStreamEvent): void | Promise<void>;
  /** The reply is asked for again from its start: events so far belong to a reply that never ended. */
  retry(retry: Retry): void | Promise<void>;
  /** Something a person should know. */
  notice(text: string): void;
}

/** How a reply ended. */
export type ReplyEnd = { ok: true; requestId: string | null } | { ok: false; failure: ModelFailure };

/** What a server says one of its models can take, in tokens. */
export interface ModelLimits {
  context?: number;
  maxOutput?: number;
}

/** Something that answers. */
export interface Model {
  /** Where the key comes from, for the init message. */
  readonly keySource: string;
  /** Streams one reply. Must not reject: failures are the outcome. After an abort it returns soon, with whatever. */
  stream(request: ModelRequest, sink: ReplySink, signal: AbortSignal): Promise<ReplyEnd>;
  /** Asks for the limits of a model that is in no table. Must not reject; nothing when nobody knows. */
  limitsOf?(model: string, signal: AbortSignal): Promise<ModelLimits | undefined>;
}
