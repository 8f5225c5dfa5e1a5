import { randomBytes } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import { AgentError, type ApiMessageParam } from '@inboard/wire';
import type { AgentType } from '../agent/agent-type.js';
import { contextBlock } from '../context/context-block.js';
import { envNumber } from '../port/environment.js';
import type { TaskEnd } from '../process/task-registry.js';
import { loadTranscript } from '../session/load.js';
import { agentTranscriptPath } from '../session/paths.js';
import { restore, type Restored } from '../session/restore.js';
import type { AgentReport, AgentRunner, AgentTask } from '../tool/run-agent.js';
import { runStopFailure } from './report.js';
import { runTurn } from './run-turn.js';
import type { Session } from './session.js';
import { withOpening } from './submit-prompt.js';
import { makeSubSession } from './sub-session.js';
import type { Turn, TurnEnd } from './turn.js';
import { makeWorktree, type Worktree } from './worktree.js';

type Completed = Extract<AgentReport, { kind: 'completed' }>;

/** Runs subagents for a session; nothing when it is itself as deep as subagents may go. */
export function createAgentRunner(session: Session): AgentRunner | undefined {
  const maxDepth = envNumber(session.options.env, 'CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH', 3);
  const depth = (session.agent?.depth ?? 0) + 1;
  if (depth > maxDepth) return undefined;
  return {
    run: async (task) => {
      const started = await startAgent(session, task, { depth, maxDepth });
      return task.background || started.background ? launch(session, task, started) : runToEnd(started, task.prompt, task.signal);
    },
  };
}

interface Started {
  id: string;
  /** The folder it has for itself. */
  worktree?: Worktree;
  session: Session;
  /** Its MCP servers end with it. */
  ownServers: boolean;
  /** Its definition wants it in the background. */
  background: boolean;
}

async function startAgent(parent: Session, task: AgentTask, limits: { depth: number; maxDepth: number }): Promise<Started> {
  const type = parent.agents.find(task.type);
  if (!type) {
    const names = parent.agents
      .all()
      .map((agent) => agent.name)
      .join(', ');
    throw new AgentError('invalid_option', `There is no agent "${task.type}". The agents are: ${names}.`);
  }
  const most = envNumber(parent.options.env, 'CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS', 20);
  if (parent.runningAgents.size >= most)
    throw new AgentError('invalid_option', `${most} subagents are running already; wait for one to end.`);
  if (task.resume !== undefined && parent.runningAgents.has(task.resume))
    throw new AgentError('invalid_option', `The subagent ${task.resume} is at work; wait for it to end.`);
  const id = task.resume ?? randomBytes(8).toString('hex');
  parent.runningAgents.add(id); // before anything is waited for: others may start at the same time
  try {
    return await openAgent(parent, task, { id, type, ...limits });
  } catch (error) {
    parent.runningAgents.delete(id);
    throw error;
  }
}

async function openAgent(
  parent: Session,
  task: AgentTask,
  { id, type, ...limits }: { id: string; type: AgentType; depth: number; maxDepth: number },
): Promise<Started> {
  const restored = task.resume === undefined ? undefined : await earlier(parent, task.resume);
  const name = task.resume === undefined ? `agent-${id}` : `agent-${id}-${randomBytes(2).toString('hex')}`; // the first one may still be there
  const worktree = task.isolated || type.isolated ? await makeWorktree(parent, name, task.signal) : undefined;
  const session = makeSubSession(parent, {
    id,
    type,
    toolUseId: task.toolUseId,
    ...limits,
    ...(worktree && { cwd: worktree.path }),
    ...(task.teammate && { teammate: task.teammate }),
    ...(task.model !== undefined && { model: task.model }),
    ...(task.maxTurns !== undefined && { maxTurns: task.maxTurns }),
    ...(restored && { restored }),
  });
  return { id, session, ownServers: session.mcp !== parent.mcp, background: type.background ?? false, ...(worktree && { worktree }) };
}

async function earlier(parent: Session, id: string): Promise<Restored> {
  if (!/^[0-9a-f]{16}$/.test(id)) throw new AgentError('session_not_found', `"${id}" is not the id of a subagent.`);
  const { records } = await loadTranscript(agentTranscriptPath(parent.options.env, parent.id, id));
  const restored = restore(records.map((record) => ({ ...record, isSidechain: false })));
  if (restored.messages.length === 0) throw new AgentError('session_not_found', `There is no subagent ${id} to go on with.`);
  return restored;
}

/** Works on one task from the prompt to the report. */
async function runToEnd(started: Started, prompt: string, signal: AbortSignal): Promise<Completed> {
  const running = runInFolder(started, prompt, signal);
  await running.catch(() => undefined); // however it ends, its folder is looked after first
  const left = await started.worktree?.finish();
  const completed = await running;
  return left === undefined ? completed : { ...completed, worktree: left, text: `${completed.text}\n\n${whereChanges(left)}` };
}

function whereChanges({ path, branch }: NonNullable<Completed['worktree']>): string {
  return `Its changes are in the worktree ${path}${branch === undefined ? '' : `, on the branch ${branch}`}.`;
}

async function runInFolder({ id, session, ownServers }: Started, prompt: string, signal: AbortSignal): Promise<Completed> {
  const { port, ledger } = session;
  const turn: Turn = {
    session,
    signal,
    startedAt: port.monotonic(),
    ledgerStart: ledger.length,
    denials: [],
    requests: 0,
    stopBlocks: 0,
    whenOver: [],
    model: session.settings.model,
  };
  try {
    if (ownServers) await session.mcp.whenReady(envNumber(session.options.env, 'MCP_TIMEOUT', 30_000));
    const stopped = await sayPrompt(session, prompt, signal);
    const end: TurnEnd = stopped === undefined ? await runTurn(turn) : { kind: 'stopped', reason: stopped };
    if (end.kind === 'failed') await runStopFailure(turn, end.failure);
    return report(turn, id, end);
  } finally {
    for (const end of turn.whenOver.splice(0)) end();
    if (ownServers) await session.mcp.closeAll();
    session.runningAgents.delete(id);
    await session.log.close();
  }
}

/** Begins the conversation. Returns why it should not begin, if a hook says so. */
async function sayPrompt(session: Session, prompt: string, signal: AbortSignal): Promise<string | undefined> {
  const { hooks, conversation, output, port, agent } = session;
  const started = await hooks.run('SubagentStart', { agent_id: agent!.id, agent_type: agent!.type }, { signal, agent: agent! }); // the session of a subagent has one
  const said: ApiMessageParam = {
    role: 'user',
    content: [{ type: 'text', text: prompt }, ...started.contexts.map((text) => contextBlock('subagent hook', text))],
  };
  const message = await withOpening(session, said);
  const uuid = port.newId();
  conversation.addUser(message, uuid);
  await output.user(message, uuid);
  return started.stop;
}

function report(turn: Turn, id: string, end: TurnEnd): Completed {
  const { ledger, port, options } = turn.session;
  const usage = ledger.usageOf(id, turn.ledgerStart);
  const most = envNumber(options.env, 'TASK_MAX_OUTPUT_LENGTH', 32_000);
  const text = textOf(end);
  return {
    kind: 'completed',
    agentId: id,
    text: text.length > most ? `${text.slice(0, most)}\n… (the report was cut at ${most} characters)` : text,
    isError: end.kind !== 'done' && end.kind !== 'stopped',
    toolUses: turn.toolUses ?? 0,
    durationMs: Math.round(port.monotonic() - turn.startedAt),
    tokens: usage.input_tokens + usage.output_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens,
    usage: { ...usage },
  };
}

function textOf(end: TurnEnd): string {
  switch (end.kind) {
    case 'done':
      return end.text;
    case 'stopped':
      return end.reason;
    case 'interrupted':
      return 'The agent was interrupted.';
    case 'failed':
      return `The agent failed: ${end.failure.message}`;
    case 'max_turns':
      return `The agent was stopped after ${end.limit} model requests.`;
    case 'max_budget':
      return 'The agent was stopped: the budget is used up.';
    case 'max_structured_output':
      return `The agent gave no answer in the required shape in ${end.tries} tries.`;
  }
}

function outputOf({ results, port, runningAgents }: Session, id: string): { path: string; descriptor: number } {
  try {
    return results.create(`agent-${id}-${port.newId().slice(0, 8)}.txt`);
  } catch (error) {
    runningAgents.delete(id); // it never runs
    throw error;
  }
}

/** Lets an agent work on while the conversation goes on. */
function launch(parent: Session, task: AgentTask, started: Started): AgentReport {
  const { path: outputFile, descriptor } = outputOf(parent, started.id);
  const controller = new AbortController();
  const onClose = () => controller.abort(parent.signal.reason);
  parent.signal.addEventListener('abort', onClose, { once: true });
  const done = runToEnd(started, task.prompt, controller.signal)
    .then((completed): TaskEnd => {
      writeSync(descriptor, completed.text);
      const status = controller.signal.aborted ? 'stopped' : completed.isError ? 'failed' : 'completed';
      return {
        status,
        summary: `${task.description}: ${status}`,
        usage: { total_tokens: completed.tokens, tool_uses: completed.toolUses, duration_ms: completed.durationMs },
      };
    })
    .catch((error: unknown): TaskEnd => ({
      status: 'failed',
      summary: `${task.description}: ${error instanceof Error ? error.message : String(error)}`,
    }))
    .finally(() => {
      parent.signal.removeEventListener('abort', onClose);
      closeSync(descriptor);
    });
  parent.tasks.add({
    id: started.id,
    type: 'local_agent',
    description: task.description,
    toolUseId: task.toolUseId,
    outputFile,
    wakesOwner: true,
    done,
    stop: async () => {
      controller.abort(new Error('stopped'));
      await done;
    },
  });
  return { kind: 'launched', agentId: started.id, outputFile };
}
