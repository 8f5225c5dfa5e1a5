import {
  AgentError,
  type ControlParams,
  type ElicitationRequest,
  type ElicitationResult,
  type HandlersFor,
  type HookCallback,
  type HookCallbacks,
  type HookInput,
  type HookRegistration,
  type JsonRpcMessage,
  type Options,
} from '@inboard/wire';
import { McpAuth } from './mcp-auth.js';
import { McpBridge } from './mcp-bridge.js';

/** The callbacks of a host, ready to be called by id. */
export interface Host {
  handlers: HandlersFor<'host'>;
  /** The MCP servers that live in this process. */
  servers: McpBridge;
  /** Who is asking at servers elsewhere. */
  auth: McpAuth;
  /** The hooks of the `initialize` request. */
  registrations: Record<string, HookRegistration[]> | undefined;
}

/** Connects the callbacks in the options with the requests of an engine. */
export function createHost(options: Options, push: (server: string, message: JsonRpcMessage) => void): Host {
  const servers = new McpBridge(push);
  servers.set(options.mcpServers ?? {});
  const auth = new McpAuth();
  auth.set(options.mcpServers ?? {});
  const callbacks = new Map<string, HookCallback>();
  const registrations = registerHooks(options.hooks, callbacks);
  return {
    registrations,
    servers,
    auth,
    handlers: {
      can_use_tool: async (params, { signal, requestId }) => {
        if (!options.canUseTool) return { behavior: 'deny', message: 'The host has no canUseTool callback: nobody can be asked.' };
        const answer = await options.canUseTool(params.tool_name, params.input, {
          signal,
          requestId,
          toolUseID: params.tool_use_id,
          ...(params.permission_suggestions && { suggestions: params.permission_suggestions }),
          ...(params.blocked_path !== undefined && { blockedPath: params.blocked_path }),
          ...(params.decision_reason !== undefined && { decisionReason: params.decision_reason }),
          ...(params.agent_id !== undefined && { agentID: params.agent_id }),
          ...(params.description !== undefined && { description: params.description }),
        });
        // Engines of old insist on the input; the id is always the one that was asked about.
        const complete = answer?.behavior === 'allow' ? { ...answer, updatedInput: answer.updatedInput ?? params.input } : answer;
        return { ...complete, toolUseID: params.tool_use_id };
      },
      hook_callback: async (params, { signal }) => {
        const callback = callbacks.get(params.callback_id);
        if (!callback) throw new AgentError('request_failed', `No hook callback found for ID: ${params.callback_id}`);
        return (await callback(params.input as HookInput, params.tool_use_id, { signal })) ?? {}; // the engine sends what the event defines
      },
      mcp_message: async ({ server_name, message }, { signal }) => ({ mcp_response: await servers.deliver(server_name, message, signal) }),
      elicitation: (params, context) => elicit(options, params, context),
      mcp_auth: (params) => auth.use(params),
    },
  };
}

/** Nobody to ask, or no answer, means no. */
async function elicit(
  options: Options,
  params: ControlParams<'elicitation'>,
  { signal, requestId }: { signal: AbortSignal; requestId: string },
): Promise<ElicitationResult> {
  const request: ElicitationRequest = {
    serverName: params.mcp_server_name,
    message: params.message,
    mode: params.mode === 'url' ? 'url' : 'form',
    ...(params.url !== undefined && { url: params.url }),
    ...(params.elicitation_id !== undefined && { elicitationId: params.elicitation_id }),
    ...(params.requested_schema && { requestedSchema: params.requested_schema }),
  };
  return (await options.onElicitation?.(request, { signal, requestId })) ?? { action: 'decline' };
}

function registerHooks(hooks: HookCallbacks | undefined, callbacks: Map<string, HookCallback>): Host['registrations'] {
  const events = Object.entries(hooks ?? {}).filter(([, matchers]) => matchers.length > 0);
  if (events.length === 0) return undefined;
  const register = (callback: HookCallback) => {
    const id = `hook_${callbacks.size}`;
    callbacks.set(id, callback);
    return id;
  };
  return Object.fromEntries(
    events.map(([event, matchers]) => [
      event,
      matchers.map((each) => ({
        ...(each.matcher !== undefined && { matcher: each.matcher }),
        hookCallbackIds: each.hooks.map(register),
        ...(each.timeout !== undefined && { timeout: each.timeout }),
        ...(each.onFailure !== undefined && { onFailure: each.onFailure }),
      })),
    ]),
  );
}
