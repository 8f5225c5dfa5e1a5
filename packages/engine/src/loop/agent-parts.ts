import { dirname } from 'node:path';
import type { HookEvent } from '@inboard/wire';
import type { AgentType } from '../agent/agent-type.js';
import type { OpeningPart } from '../context/opening.js';
import type { HookHandler } from '../hook/handler.js';
import { hookHandlers } from './settings-hooks.js';
import type { Session } from './session.js';

/** The hooks an agent brings. In a subagent, what is written for Stop is for its own end. */
export function agentHooks(session: Session, type: AgentType, { nested }: { nested: boolean }): Map<HookEvent, HookHandler[]> {
  if (!type.hooks) return new Map();
  const { Stop, SubagentStop = [], ...rest } = type.hooks;
  const renamed = nested && Stop ? { ...rest, SubagentStop: [...SubagentStop, ...Stop] } : type.hooks;
  return hookHandlers(session, [{ source: 'agent', path: type.path ?? `agent ${type.name}`, hooks: renamed }]);
}

/** The skills an agent knows from the start, as parts of its opening. */
export function agentSkills(session: Session, type: AgentType): OpeningPart[] {
  const known = session.commands.skills();
  return (type.skills ?? []).flatMap((name) => {
    const document = known.find((skill) => skill.name === name)?.document;
    if (!document) return [];
    return [{ source: 'skill', text: () => `The skill ${name}. Its folder: ${dirname(document.path)}\n\n${document.body.trim()}` }];
  });
}
