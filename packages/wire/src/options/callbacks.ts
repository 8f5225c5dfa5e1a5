import type { HookEvent, HookInput, HookJSONOutput } from '../hook/index.js';
import type { McpRemoteServerConfig, McpServerConfigForProcessTransport } from '../mcp.js';
import type { McpAuthProvider } from '../mcp-auth.js';
import type { PermissionResult } from '../permission/decision.js';
import type { PermissionUpdate } from '../permission/update.js';

/** Asked before a call that nothing else has decided. Throwing, hanging or answering junk means no. */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  options: {
    /** Aborted when the question is withdrawn. */
    signal: AbortSignal;
    suggestions?: PermissionUpdate[];
    blockedPath?: string;
    decisionReason?: string;
    toolUseID: string;
    agentID?: string;
    description?: string;
    requestId?: string;
  },
) => Promise<PermissionResult>;

/** A question of an MCP server to the person behind the host. */
export interface ElicitationRequest {
  serverName: string;
  message: string;
  /** A form to fill in, by `requestedSchema`, or an address to open. */
  mode: 'form' | 'url';
  url?: string;
  elicitationId?: string;
  requestedSchema?: Record<string, unknown>;
}

/** What the person did. */
export interface ElicitationResult {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown> | undefined;
}

/** Asked when an MCP server wants something of the person. No answer means no. */
export type OnElicitation = (
  request: ElicitationRequest,
  options: { signal: AbortSignal; requestId: string },
) => Promise<ElicitationResult | null>;

/** A hook function of the host. */
export type HookCallback = (input: HookInput, toolUseID: string | undefined, options: { signal: AbortSignal }) => Promise<HookJSONOutput>;

/** Hook functions that share a matcher. `timeout` is in seconds; `onFailure` says what a failing hook means. */
export interface HookCallbackMatcher {
  matcher?: string;
  hooks: HookCallback[];
  timeout?: number;
  onFailure?: 'continue' | 'block';
}
export type HookCallbacks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

/** An MCP server object that lives in the host: the published SDK's, ours, or anything that can be connected. */
export interface McpServerInstance {
  // The transport type belongs to whichever MCP library made the server; we only hand ours over.
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
}
export type McpSdkServerConfigWithInstance = { type: 'sdk'; name: string; instance: McpServerInstance; timeout?: number };
/** A server at a URL, and who is asking there. */
export type McpRemoteServerConfigWithAuth = Omit<McpRemoteServerConfig, 'hostAuth'> & { authProvider?: McpAuthProvider };
export type McpServerConfig =
  | Exclude<McpServerConfigForProcessTransport, { type: 'sdk' | 'http' | 'sse' }>
  | McpRemoteServerConfigWithAuth
  | McpSdkServerConfigWithInstance;
