import { AgentError, legacyPermissionModes, permissionModes, type HandlersFor, type PermissionMode } from '@inboard/wire';
import { resolveModel } from '../model/catalog.js';
import type { Session } from '../loop/session.js';
import { initialize } from './initialize.js';

/** Answers to everything a host may ask. */
export function createHandlers(session: Session): HandlersFor<'engine'> {
  return {
    initialize: (params) => initialize(session, params),
    end_input: () => {
      session.prompts.end();
      return session.prompts.done;
    },
    interrupt: (_params, context) => {
      context.afterReply(() => session.stopTurn?.(new Error('interrupted by the host')));
      return { still_queued: session.prompts.waitingIds() };
    },
    set_permission_mode: ({ mode }) => setPermissionMode(session, mode),
    set_model: ({ model }) => {
      session.settings.model = resolveModel(model ?? session.options.model, session.options.env, session.catalog);
      return { model: session.settings.model };
    },
    set_max_thinking_tokens: ({ max_thinking_tokens }) => {
      session.settings.thinkingTokens = max_thinking_tokens ?? undefined;
    },
    mcp_status: () => ({ mcpServers: [] }),
    mcp_set_servers: () => notYet('MCP servers'),
    mcp_reconnect: ({ serverName }) => {
      throw new AgentError('request_failed', `Server not found: ${serverName}`);
    },
    mcp_toggle: ({ serverName }) => {
      throw new AgentError('request_failed', `Server not found: ${serverName}`);
    },
    mcp_message: () => notYet('MCP servers'),
    rewind_files: () => ({ canRewind: false, error: 'File checkpointing is not part of this version.' }),
    stop_task: ({ task_id }) => {
      throw new AgentError('request_failed', `There is no running task ${task_id}.`);
    },
    apply_flag_settings: () => notYet('Settings'),
  };
}

function notYet(what: string): never {
  throw new AgentError('unsupported_option', `${what}: not part of this version of the engine.`);
}

function setPermissionMode(session: Session, mode: string): { mode: string } {
  const wanted = legacyPermissionModes[mode] ?? mode;
  if (!isMode(wanted)) throw new AgentError('invalid_option', `Unknown permission mode "${mode}". The modes are: ${permissionModes.join(', ')}.`);
  if (wanted === 'bypassPermissions' && !session.options.allowDangerouslySkipPermissions) {
    throw new AgentError('invalid_option', 'Permission mode "bypassPermissions" needs the option "allowDangerouslySkipPermissions: true" from the start.');
  }
  session.settings.permissionMode = wanted;
  void session.output.status(null, wanted);
  return { mode: wanted };
}

function isMode(mode: string): mode is PermissionMode {
  return (permissionModes as readonly string[]).includes(mode);
}
