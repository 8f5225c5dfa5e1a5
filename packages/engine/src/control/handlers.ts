import type { McpConnection } from '../mcp/connection.js';
import { AgentError, permissionModes, toPermissionMode, type HandlersFor } from '@inboard/wire';
import { pickModel } from '../loop/pick-model.js';
import type { Session } from '../loop/session.js';
import { rewindFiles } from '../session/rewind.js';
import { applyFlagSettings } from './apply-flag-settings.js';
import { initialize } from './initialize.js';

/** Answers to everything a host may ask. The session is there by the time the first request is read. */
export function createHandlers(current: () => Session): HandlersFor<'engine'> {
  return {
    initialize: (params) => initialize(current(), params),
    end_input: () => {
      const { prompts } = current();
      prompts.end();
      return prompts.done;
    },
    interrupt: (_params, context) => {
      const session = current();
      context.afterReply(() => interrupt(session));
      return { still_queued: session.prompts.waitingIds() };
    },
    set_permission_mode: ({ mode }) => setPermissionMode(current(), mode),
    set_model: ({ model }) => {
      const session = current();
      session.settings.model = pickModel(session, model ?? session.options.model);
      return { model: session.settings.model };
    },
    set_max_thinking_tokens: ({ max_thinking_tokens }) => {
      current().settings.thinkingTokens = max_thinking_tokens ?? undefined;
    },
    mcp_status: () => ({ mcpServers: current().mcp.status() }),
    mcp_set_servers: ({ servers }) => current().mcp.replace(servers),
    mcp_reconnect: async ({ serverName }) => {
      const server = serverNamed(current(), serverName);
      await server.connect();
      if (server.status !== 'connected')
        throw new AgentError('request_failed', server.error ?? `The server "${serverName}" is ${server.status}.`);
    },
    mcp_toggle: async ({ serverName, enabled }) => {
      const server = serverNamed(current(), serverName);
      await (enabled ? server.connect() : server.disable());
    },
    mcp_message: ({ server_name, message }) => serverNamed(current(), server_name).receive(message),
    rewind_files: ({ user_message_id, dry_run }) => rewindFiles(current().snapshots, user_message_id, { dryRun: dry_run ?? false }),
    stop_task: async ({ task_id }) => {
      const found = current().tasks.find(task_id);
      if (!found || found.end) throw new AgentError('request_failed', `There is no running task ${task_id}.`);
      await found.task.stop();
    },
    apply_flag_settings: ({ settings }) => {
      applyFlagSettings(current(), settings);
      return {};
    },
  };
}

/** Stops the turn and the agents that work in the background; shell commands in the background go on. */
function interrupt(session: Session): void {
  session.stopTurn?.(new Error('interrupted by the host'));
  for (const task of session.tasks.running()) if (task.type === 'local_agent') void task.stop();
}

function serverNamed(session: Session, name: string): McpConnection {
  const server = session.mcp.find(name);
  if (!server) throw new AgentError('request_failed', `Server not found: ${name}`);
  return server;
}

function setPermissionMode(session: Session, mode: string): { mode: string } {
  const wanted = toPermissionMode(mode);
  if (!wanted) throw new AgentError('invalid_option', `Unknown permission mode "${mode}". The modes are: ${permissionModes.join(', ')}.`);
  if (wanted === 'bypassPermissions' && !session.options.allowDangerouslySkipPermissions) {
    throw new AgentError(
      'invalid_option',
      'Permission mode "bypassPermissions" needs the option "allowDangerouslySkipPermissions: true" from the start.',
    );
  }
  session.setPermissionMode(wanted);
  return { mode: wanted };
}
