import type { ControlDefinition, Infer, Side } from '../define.js';
import { applyFlagSettingsRequest } from './apply-flag-settings.js';
import { canUseToolRequest } from './can-use-tool.js';
import { elicitationRequest } from './elicitation.js';
import { endInputRequest } from './end-input.js';
import { hookCallbackRequest } from './hook-callback.js';
import { initializeRequest } from './initialize.js';
import { interruptRequest } from './interrupt.js';
import { mcpAuthRequest } from './mcp-auth.js';
import { mcpMessageRequest } from './mcp-message.js';
import { mcpReconnectRequest } from './mcp-reconnect.js';
import { mcpSetServersRequest } from './mcp-set-servers.js';
import { mcpStatusRequest } from './mcp-status.js';
import { mcpToggleRequest } from './mcp-toggle.js';
import { rewindFilesRequest } from './rewind-files.js';
import { setMaxThinkingTokensRequest } from './set-max-thinking-tokens.js';
import { setModelRequest } from './set-model.js';
import { setPermissionModeRequest } from './set-permission-mode.js';
import { stopTaskRequest } from './stop-task.js';

export * from './envelope.js';
export * from './initialize-result.js';

/** Every control request, both directions. */
export const controls = {
  initialize: initializeRequest,
  end_input: endInputRequest,
  interrupt: interruptRequest,
  set_permission_mode: setPermissionModeRequest,
  set_model: setModelRequest,
  set_max_thinking_tokens: setMaxThinkingTokensRequest,
  mcp_status: mcpStatusRequest,
  mcp_set_servers: mcpSetServersRequest,
  mcp_reconnect: mcpReconnectRequest,
  mcp_toggle: mcpToggleRequest,
  mcp_message: mcpMessageRequest,
  rewind_files: rewindFilesRequest,
  stop_task: stopTaskRequest,
  apply_flag_settings: applyFlagSettingsRequest,
  can_use_tool: canUseToolRequest,
  hook_callback: hookCallbackRequest,
  elicitation: elicitationRequest,
  mcp_auth: mcpAuthRequest,
} as const satisfies Record<string, ControlDefinition>;

export type Controls = typeof controls;
export type ControlName = keyof Controls;
export type ControlParams<N extends ControlName> = Infer<Controls[N]['params']>;
export type ControlResult<N extends ControlName> = Infer<Controls[N]['result']>;

/** The requests a side may send. */
export type SentBy<S extends Side> = { [N in ControlName]: S extends Controls[N]['from'][number] ? N : never }[ControlName];
/** The requests a side must answer: those the other side sends. */
export type AnsweredBy<S extends Side> = SentBy<Exclude<Side, S>>;

/** What a handler may use besides its parameters. */
export interface HandlerContext {
  readonly requestId: string;
  /** Aborted when the sender withdraws the request or the connection ends. */
  readonly signal: AbortSignal;
  /** Runs a function right after the answer was sent. */
  afterReply(then: () => void): void;
}

/** One handler per request a side answers: forgetting one does not compile. */
export type HandlersFor<S extends Side> = {
  [N in AnsweredBy<S>]: (params: ControlParams<N>, context: HandlerContext) => ControlResult<N> | void | Promise<ControlResult<N> | void>;
};
