import type { ApiContentBlock, ApiContentBlockParam } from '@inboard/wire';
import { failed, type ToolContext, type ToolOutcome } from '../tool/define.js';
import { runBatch } from '../tool/pipeline/batch.js';
import type { CallContext, ToolCall } from '../tool/pipeline/index.js';
import { createAskModel } from './side-question.js';
import type { Turn } from './turn.js';

type ToolUse = Extract<ApiContentBlock, { type: 'tool_use' }>;

/** The calls a reply asks for. */
export function callsIn(content: readonly ApiContentBlock[]): ToolUse[] {
  return content.filter((block) => block.type === 'tool_use');
}

/** Runs the calls of one reply. Every call gets exactly one result, in the order of the calls. */
export async function runTools(turn: Turn, uses: readonly ToolUse[], damage: string | undefined): Promise<void> {
  const calls = uses.map((use): ToolCall => ({ id: use.id, name: use.name, input: use.input as Record<string, unknown>, ...(damage !== undefined && { damage }) }));
  await answerCalls(turn, (report) => runBatch(calls, callContext(turn), (call) => report(call.id, call.outcome!))); // a finished call has one
}

/** Answers calls that are not run, and says why. */
export async function refuseTools(turn: Turn, uses: readonly ToolUse[], why: string): Promise<void> {
  await answerCalls(turn, async (report) => {
    for (const use of uses) await report(use.id, failed(why));
  });
}

type Report = (id: string, outcome: ToolOutcome) => Promise<void>;

async function answerCalls(turn: Turn, answer: (report: Report) => Promise<void>): Promise<void> {
  const { conversation, output, port } = turn.session;
  const results: ApiContentBlockParam[] = [];
  await answer(async (id, outcome) => {
    const block = resultBlock(id, outcome);
    const uuid = port.newId();
    conversation.recordResult(block, uuid, { toolUseResult: outcome.result, ...(results.length > 0 && { joined: true }) });
    results.push(block);
    await output.toolResult(block, uuid, outcome.result);
  });
  conversation.addResults(results);
}

function resultBlock(id: string, outcome: ToolOutcome): ApiContentBlockParam {
  return {
    tool_use_id: id,
    type: 'tool_result',
    content: outcome.content as string, // or blocks that a tool result may hold, which is what tools return
    ...(outcome.isError && { is_error: true }),
  };
}

function callContext(turn: Turn): CallContext {
  const { session, signal } = turn;
  return {
    findTool: (name) => session.tools.find(name),
    toolNames: () => session.tools.names(),
    toolContext: (call) => toolContext(turn, call.id),
    progress: (call, elapsedSeconds) => void session.output.toolProgress(call.id, call.name, elapsedSeconds),
    beforeEffect: () => session.log.sync(),
    signal,
  };
}

function toolContext(turn: Turn, toolUseId: string): ToolContext {
  const { session, signal } = turn;
  const { options, port, toolState, tasks, results, settings } = session;
  return {
    sessionId: session.id,
    toolUseId,
    cwd: options.cwd,
    directories: [options.cwd, ...(options.additionalDirectories ?? [])],
    env: options.env,
    port,
    signal,
    state: toolState,
    tasks,
    results,
    askModel: createAskModel(session),
    ...(session.sandbox && { sandbox: session.sandbox }),
    permissionMode: settings.permissionMode,
    setPermissionMode: (mode) => {
      settings.permissionMode = mode;
      void session.output.status(null, mode);
    },
  };
}
