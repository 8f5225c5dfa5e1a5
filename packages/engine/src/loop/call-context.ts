import type { CallTool } from '../command/run-document.js';
import { envNumber } from '../port/environment.js';
import { changedFile } from '../session/changed-file.js';
import type { ToolContext } from '../tool/define.js';
import { createSkillLoader } from '../skill/load-skill.js';
import { settingOf } from '../setting/resolve.js';
import { absolutePath } from '../tool/builtin/path.js';
import { createGate } from '../tool/gate.js';
import { runCall, type CallContext, type ToolCall } from '../tool/pipeline/index.js';
import type { Permission } from '../tool/pipeline/permit.js';
import { promptTool } from './prompt-tool.js';
import { createTaskCompleted } from './task-completed.js';
import { createAskModel } from './side-question.js';
import type { Session } from './session.js';
import type { Turn } from './turn.js';

/** What the calls of one batch may use. */
export function callContext(turn: Turn): CallContext {
  const { session, signal } = turn;
  return {
    findTool: (name) => session.tools.find(name),
    whenToolReady: (name) => session.mcp.whenToolReady(name),
    toolNames: () => session.tools.names(),
    toolContext: (call) => ({ ...toolContext(turn, call.id), ...(call.judgedPaths && { judgedPaths: call.judgedPaths }) }),
    hooks: session.hooks,
    hookOptions: (call) => ({ signal, toolUseId: call.id, ...(session.agent && { agent: session.agent }) }),
    permission: permission(turn),
    progress: (call, elapsedSeconds) => void session.output.toolProgress(call.id, call.name, elapsedSeconds),
    beforeEffect: (call) => prepareEffect(session, call),
    stopTurn: (reason) => (turn.stop ??= { reason, interrupt: reason === 'interrupt' }),
    signal,
  };
}

/** Before anything changes: the file as it is, what was granted, and the call itself are on the disk. */
function prepareEffect(session: Session, call: ToolCall): void {
  const path = session.snapshots && changedFile(call.tool!.name, call.input, session.options.cwd); // `find` has set the tool
  if (path !== undefined) session.snapshots!.keep(path);
  session.remember();
  session.conversation.ledgerLog.sync();
  if (session.agent) session.log.sync();
}

/** Calls tools in the name of a command: with the same hooks and the same permission as the model's own calls. */
export function callTool(turn: Turn): CallTool {
  return async (name, input) => {
    const id = `toolu_${turn.session.port.newId().replaceAll('-', '').slice(0, 24)}`;
    const call = await runCall({ id, name, input, contexts: [] }, callContext(turn));
    return call.outcome!; // a call that went through the pipeline has one
  };
}

function permission(turn: Turn): Permission {
  const { session, signal } = turn;
  const { output, hooks, agent } = session;
  const onStop = (reason: string) => void (turn.stop ??= { reason, interrupt: false });
  const hookOptions = (call: ToolCall) => ({ signal, toolUseId: call.id, onStop, ...(agent && { agent }) });
  const askTool = promptTool(turn, (id) => toolContext(turn, id));
  return createGate({
    state: session.permissions,
    shellCwd: () => session.toolState.shellCwd,
    ...(agent && { agentId: agent.id }),
    question: (call) => ({
      peer: session.peer,
      hooks,
      hookOptions: hookOptions(call),
      hasHost: session.hasHost,
      ...(askTool && { askTool }),
      timeoutMs: envNumber(session.options.env, 'INBOARD_PERMISSION_TIMEOUT_MS', 0),
    }),
    onDecision: (call, trace) => session.options.debugLog?.(`permission ${call.name} ${call.id}: ${JSON.stringify(trace)}`),
    onProblem: (text) => void output.notice(text, 'warning'),
    onDenied: async (call, permit, asked) => {
      turn.denials.push({ tool_name: call.tool!.name, tool_use_id: call.id, tool_input: call.input, trace: permit.trace }); // only a found tool is judged
      if (asked) return;
      await output.permissionDenied(call.tool!.name, call.id, permit.message, permit.trace);
      const said = await hooks.run(
        'PermissionDenied',
        { tool_name: call.tool!.name, tool_input: call.input, tool_use_id: call.id, reason: permit.message },
        hookOptions(call),
      );
      if (said.retry) call.contexts.push(`A hook says that ${call.name} may be tried again now.`);
      if (said.stop !== undefined) onStop(said.stop);
    },
  });
}

/** What settings say about how tools work. */
function toolSettings({ settingsLayers: layers, options }: Session): Pick<ToolContext, 'respectGitignore' | 'plansFolder'> {
  const respectGitignore = settingOf({ layers }, 'respectGitignore')?.value;
  const plans = settingOf({ layers }, 'plansDirectory')?.value;
  return {
    ...(respectGitignore !== undefined && { respectGitignore }),
    ...(plans !== undefined && { plansFolder: absolutePath(plans, options) }),
  };
}

function toolContext(turn: Turn, toolUseId: string): ToolContext {
  const { session, signal } = turn;
  const { options, port, toolState, tasks, results, envFile, permissions } = session;
  const agents = session.createAgents(session);
  return {
    sessionId: session.id,
    toolUseId,
    cwd: options.cwd,
    directories: permissions.directories,
    env: options.env,
    port,
    signal,
    state: toolState,
    tasks,
    results,
    envFile,
    mayRead: (path) => permissions.mayRead(path),
    askModel: createAskModel(session),
    ...(session.sandbox && { sandbox: session.sandbox }),
    taskCompleted: createTaskCompleted(turn, toolUseId),
    permissionMode: permissions.mode,
    setPermissionMode: (mode) => session.setPermissionMode(mode),
    ...(session.agent && { agentId: session.agent.id }),
    skills: createSkillLoader(turn, callTool(turn), { toolUseId, signal, agents }),
    ...(agents && { agents }),
    ...toolSettings(session),
  };
}
