import { contextBlock } from '../context/context-block.js';
import type { HookOutcome } from '../hook/merge.js';
import { envNumber } from '../port/environment.js';
import type { Turn, TurnEnd } from './turn.js';

/** Asks the Stop hooks whether the model may end here. Returns how the turn ends, or nothing when it goes on. */
export async function askToStop(turn: Turn, end: Extract<TurnEnd, { kind: 'done' }>): Promise<TurnEnd | undefined> {
  const { session } = turn;
  const reason = await objection(turn, end.text);
  if (reason === undefined) return end;
  const cap = envNumber(session.options.env, 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP', 8);
  if (turn.stopBlocks >= cap) {
    await session.output.notice(`Stop hooks have kept the model going ${cap} times; it may stop now.`, 'warning');
    return end;
  }
  turn.stopBlocks += 1;
  await sayReason(turn, reason);
  return undefined;
}

/** Why hooks want the model to go on, if they do: those for the end of a turn, then those for a named agent that has nothing left to do. */
async function objection(turn: Turn, text: string): Promise<string | undefined> {
  const { hooks, agent } = turn.session;
  const outcome = hooks.has(agent ? 'SubagentStop' : 'Stop') ? await runStopHooks(turn, text) : undefined;
  if (outcome?.stop !== undefined) return undefined;
  return (outcome && reasonIn(outcome)) ?? reasonIn(await runIdleHooks(turn));
}

function reasonIn({ stop, block, contexts }: HookOutcome): string | undefined {
  if (stop !== undefined) return undefined;
  return block ?? (contexts.length > 0 ? contexts.join('\n') : undefined);
}

async function runIdleHooks({ session: { hooks, agent }, signal }: Turn): Promise<HookOutcome> {
  if (!agent?.teammate || !hooks.has('TeammateIdle')) return { contexts: [], systemMessages: [] };
  const { name, team } = agent.teammate;
  return hooks.run('TeammateIdle', { teammate_name: name, team_name: team }, { signal, agent });
}

function runStopHooks(turn: Turn, text: string): Promise<HookOutcome> {
  const { hooks, agent, log } = turn.session;
  const fields = { stop_hook_active: turn.stopBlocks > 0, last_assistant_message: text };
  const options = { signal: turn.signal, ...(agent && { agent }) };
  if (!agent) return hooks.run('Stop', fields, options);
  return hooks.run('SubagentStop', { ...fields, agent_id: agent.id, agent_type: agent.type, agent_transcript_path: log.path }, options);
}

async function sayReason(turn: Turn, reason: string): Promise<void> {
  const { conversation, output, port } = turn.session;
  const message = { role: 'user' as const, content: [contextBlock('stop hook', reason)] };
  const uuid = port.newId();
  conversation.addUser(message, uuid, { isMeta: true });
  await output.user(message, uuid, { isSynthetic: true });
}
