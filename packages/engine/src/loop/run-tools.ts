import type { ApiContentBlock, ApiContentBlockParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import { failed, type ToolOutcome } from '../tool/define.js';
import { selectTools } from '../tool/registry.js';
import { touchedFiles } from '../tool/touched-files.js';
import { runBatch } from '../tool/pipeline/batch.js';
import type { ToolCall } from '../tool/pipeline/index.js';
import { callContext } from './call-context.js';
import type { Session } from './session.js';
import type { Turn } from './turn.js';

type ToolUse = Extract<ApiContentBlock, { type: 'tool_use' }>;

/** The calls a reply asks for. */
export function callsIn(content: readonly ApiContentBlock[]): ToolUse[] {
  return content.filter((block) => block.type === 'tool_use');
}

/** Runs the calls of one reply. Every call gets exactly one result, in the order of the calls. */
export async function runTools(turn: Turn, uses: readonly ToolUse[], damage: string | undefined): Promise<void> {
  const calls = uses.map((use): ToolCall => ({
    id: use.id,
    name: use.name,
    input: use.input as Record<string, unknown>,
    contexts: [],
    ...(damage !== undefined && { damage }),
  }));
  turn.toolUses = (turn.toolUses ?? 0) + calls.length;
  await answerCalls(turn, async (report) => {
    await runBatch(calls, callContext(turn), (call) => report(call.id, call.outcome!)); // a finished call has one
    const said = [...calls.flatMap((call) => call.contexts), ...(await afterBatch(turn, calls))].map((text) => contextBlock('hook', text));
    const found = await forFiles(turn.session, touchedFiles(calls));
    const reminders = turn.session.reminders.afterCalls(
      calls.map(({ name }) => name),
      turn.session.toolState,
    );
    return [...said, ...found, ...reminders];
  });
}

/** What memory and skills have to say about files that were looked at. */
async function forFiles(session: Session, paths: readonly string[]): Promise<ApiContentBlockParam[]> {
  const { memory, skillFinder, tools, options, agent } = session;
  const said = await memory.forFiles(paths);
  const skills = await skillFinder.forFiles(paths);
  // The first skill of a session may turn up now.
  if (skills !== undefined && !agent && !tools.find('Skill'))
    tools.set(
      'skill',
      selectTools(options).filter(({ name }) => name === 'Skill'),
    );
  return [
    ...(said === undefined ? [] : [contextBlock('memory', said)]),
    ...(skills === undefined || !tools.find('Skill') ? [] : [contextBlock('skills', skills)]),
  ];
}

/** Answers calls that are not run, and says why. */
export async function refuseTools(turn: Turn, uses: readonly ToolUse[], why: string): Promise<void> {
  await answerCalls(turn, async (report) => {
    for (const use of uses) await report(use.id, failed(why));
    return [];
  });
}

type Report = (id: string, outcome: ToolOutcome) => Promise<void>;

/** Collects the results of a batch, followed by what hooks and memory want the model to know. */
async function answerCalls(turn: Turn, answer: (report: Report) => Promise<ApiContentBlockParam[]>): Promise<void> {
  const { conversation, output, port } = turn.session;
  const results: ApiContentBlockParam[] = [];
  const contexts = await answer(async (id, outcome) => {
    const block = resultBlock(id, outcome);
    const uuid = port.newId();
    conversation.recordResult(block, uuid, { toolUseResult: outcome.result, ...(results.length > 0 && { joined: true }) });
    results.push(block);
    await output.toolResult(block, uuid, outcome.result);
  });
  for (const block of contexts) {
    conversation.recordResult(block, port.newId(), { isMeta: true, joined: true });
    results.push(block);
  }
  conversation.addResults(results);
}

/** Hooks that look at a whole batch. */
async function afterBatch(turn: Turn, calls: readonly ToolCall[]): Promise<string[]> {
  const { hooks, agent } = turn.session;
  if (!hooks.has('PostToolBatch')) return [];
  const outcome = await hooks.run(
    'PostToolBatch',
    {
      tool_calls: calls.map((call) => ({
        tool_name: call.name,
        tool_input: call.input,
        tool_use_id: call.id,
        tool_response: call.outcome?.result,
      })),
    },
    { signal: turn.signal, ...(agent && { agent }) },
  );
  if (outcome.stop !== undefined) turn.stop ??= { reason: outcome.stop, interrupt: false };
  return [...outcome.contexts, ...(outcome.block === undefined ? [] : [outcome.block])];
}

function resultBlock(id: string, outcome: ToolOutcome): ApiContentBlockParam {
  return {
    tool_use_id: id,
    type: 'tool_result',
    content: outcome.content as string, // or blocks that a tool result may hold, which is what tools return
    ...(outcome.isError && { is_error: true }),
  };
}
