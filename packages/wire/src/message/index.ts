import type { MessageDefinition, MessageOf } from '../define.js';
import { apiRetryMessage } from './api-retry.js';
import { assistantMessage } from './assistant.js';
import { authStatusMessage } from './auth-status.js';
import { compactBoundaryMessage } from './compact-boundary.js';
import { filesPersistedMessage } from './files-persisted.js';
import { hookProgressMessage } from './hook-progress.js';
import { hookResponseMessage } from './hook-response.js';
import { hookStartedMessage } from './hook-started.js';
import { informationalMessage } from './informational.js';
import { initMessage } from './init.js';
import { mirrorErrorMessage } from './mirror-error.js';
import { permissionDeniedMessage } from './permission-denied.js';
import { promptSuggestionMessage } from './prompt-suggestion.js';
import { rateLimitEventMessage } from './rate-limit-event.js';
import { resultSuccess, resultError } from './result.js';
import { statusMessage } from './status.js';
import { streamEventMessage } from './stream-event.js';
import { taskNotificationMessage } from './task-notification.js';
import { taskProgressMessage } from './task-progress.js';
import { taskStartedMessage } from './task-started.js';
import { toolProgressMessage } from './tool-progress.js';
import { toolUseSummaryMessage } from './tool-use-summary.js';
import { userMessage } from './user.js';

export * from './api-retry.js';
export * from './assistant.js';
export * from './auth-status.js';
export * from './compact-boundary.js';
export * from './files-persisted.js';
export * from './hook-progress.js';
export * from './hook-response.js';
export * from './hook-started.js';
export * from './informational.js';
export * from './init.js';
export * from './mirror-error.js';
export * from './model-usage.js';
export * from './permission-denied.js';
export * from './prompt-suggestion.js';
export * from './rate-limit-event.js';
export * from './result.js';
export * from './status.js';
export * from './stream-event.js';
export * from './task-notification.js';
export * from './task-progress.js';
export * from './task-started.js';
export * from './tool-progress.js';
export * from './tool-use-summary.js';
export * from './user.js';

/** Every message on the stream. */
export const messages = [
  initMessage,
  assistantMessage,
  userMessage,
  streamEventMessage,
  resultSuccess,
  resultError,
  compactBoundaryMessage,
  statusMessage,
  hookStartedMessage,
  hookProgressMessage,
  hookResponseMessage,
  taskStartedMessage,
  taskProgressMessage,
  taskNotificationMessage,
  filesPersistedMessage,
  apiRetryMessage,
  informationalMessage,
  permissionDeniedMessage,
  mirrorErrorMessage,
  toolProgressMessage,
  toolUseSummaryMessage,
  authStatusMessage,
  rateLimitEventMessage,
  promptSuggestionMessage,
] as const satisfies readonly MessageDefinition[];

/** Any message an engine puts on the stream. */
export type StreamMessage = MessageOf<(typeof messages)[number]>;
