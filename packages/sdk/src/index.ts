export { query, type QueryInput } from './query.js';
export type { Query, RewindFilesResult } from './query-methods.js';
export { unstable_v2_createSession, unstable_v2_prompt, unstable_v2_resumeSession, type SDKSession, type SDKSessionOptions } from './session.js';
export { createSdkMcpServer, type CreateSdkMcpServerOptions } from './mcp/sdk-mcp-server.js';
export { tool, type CallToolResult, type InferShape, type JsonObjectSchema, type SdkMcpToolDefinition, type ToolAnnotations } from './mcp/tool.js';
export type { StringTransport } from './connect/string-transport.js';
export type * from './types.js';
export { AbortError, AgentError, exitReasons as EXIT_REASONS, HOOK_EVENTS } from '@inboard/wire';
export type {
  AccountInfo,
  AgentDefinition,
  ApiMessage,
  ApiMessageParam,
  ApiStreamEvent,
  AsyncHookJSONOutput,
  BaseHookInput,
  CanUseTool,
  ElicitationRequest,
  ElicitationResult,
  OnElicitation,
  ErrorCode,
  ExitReason,
  HookCallback,
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  HookInputFor,
  HookJSONOutput,
  InitializeResult,
  McpSdkServerConfigWithInstance,
  McpServerConfig,
  McpServerConfigForProcessTransport,
  McpServerStatus,
  McpSetServersResult,
  ModelInfo,
  ModelUsage,
  NonNullableUsage,
  Options,
  PermissionBehavior,
  PermissionMode,
  PermissionResult,
  PermissionRuleValue,
  PermissionTrace,
  PermissionUpdate,
  PermissionUpdateDestination,
  SandboxSettings,
  SlashCommand,
  SpawnedProcess,
  SpawnOptions,
  SyncHookJSONOutput,
  Transport,
  Uuid,
  WireMessage,
} from '@inboard/wire';
