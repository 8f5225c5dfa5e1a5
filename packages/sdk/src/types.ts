/** The names of the published SDK for what travels on the wire, so that a program changes one import and compiles. */
import type {
  AssistantError,
  AssistantMessage,
  AuthStatusMessage,
  CompactBoundaryMessage,
  FilesPersistedMessage,
  HookProgressMessage,
  HookResponseMessage,
  HookStartedMessage,
  InitMessage,
  MirrorErrorMessage,
  PermissionDenial,
  PromptSuggestionMessage,
  RateLimitEventMessage,
  ResultError,
  ResultMessage,
  ResultSuccess,
  StatusMessage,
  StreamEventMessage,
  StreamMessage,
  TaskNotificationMessage,
  TaskStartedMessage,
  ToolProgressMessage,
  ToolUseSummaryMessage,
  UserMessage,
  Uuid,
} from '@inboard/wire';

export type SDKAssistantMessage = AssistantMessage;
export type SDKAssistantMessageError = AssistantError;
/** A prompt, or what tools put into the conversation. */
export type SDKUserMessage = Omit<UserMessage, 'isReplay' | 'parent_tool_use_id' | 'session_id'> & {
  parent_tool_use_id: string | null;
  session_id: string;
};
/** A prompt sent back as an acknowledgement. */
export type SDKUserMessageReplay = SDKUserMessage & { uuid: Uuid; isReplay: true };
export type SDKResultMessage = ResultMessage;
export type SDKResultSuccess = ResultSuccess;
export type SDKResultError = ResultError;
export type SDKSystemMessage = InitMessage;
export type SDKPartialAssistantMessage = StreamEventMessage;
export type SDKCompactBoundaryMessage = CompactBoundaryMessage;
export type SDKStatusMessage = StatusMessage;
export type SDKStatus = StatusMessage['status'];
export type SDKHookStartedMessage = HookStartedMessage;
export type SDKHookProgressMessage = HookProgressMessage;
export type SDKHookResponseMessage = HookResponseMessage;
export type SDKToolProgressMessage = ToolProgressMessage;
export type SDKToolUseSummaryMessage = ToolUseSummaryMessage;
export type SDKAuthStatusMessage = AuthStatusMessage;
export type SDKTaskStartedMessage = TaskStartedMessage;
export type SDKTaskNotificationMessage = TaskNotificationMessage;
export type SDKFilesPersistedEvent = FilesPersistedMessage;
export type SDKMirrorErrorMessage = MirrorErrorMessage;
export type SDKRateLimitEvent = RateLimitEventMessage;
export type SDKPromptSuggestionMessage = PromptSuggestionMessage;
export type SDKPermissionDenial = PermissionDenial;

/** Everything a query yields. */
export type SDKMessage = Exclude<StreamMessage, { type: 'user' }> | SDKUserMessage | SDKUserMessageReplay;
