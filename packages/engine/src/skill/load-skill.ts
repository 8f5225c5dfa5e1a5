import { dirname } from 'node:path';
import { runDocument, type CallTool } from '../command/run-document.js';
import { holdForTurn } from '../loop/hold-for-turn.js';
import { runForked, type ForkOptions } from '../loop/run-forked.js';
import type { Turn } from '../loop/turn.js';
import { failed, type ToolOutcome } from '../tool/define.js';
import type { SkillLoader } from '../tool/skill-loader.js';

/** Loads skills and commands for the model. What a skill is granted holds to the end of the turn. */
export function createSkillLoader(turn: Turn, callTool: CallTool, fork: Omit<ForkOptions, 'name'>): SkillLoader {
  return {
    load: async (name, argument) => {
      const { commands } = turn.session;
      const wanted = name.replace(/^\//, '');
      const offered = commands.forModel();
      const skill = offered.find((command) => command.name === wanted);
      if (!skill?.document)
        return failed(`There is no skill "${wanted}". The skills are: ${offered.map((command) => command.name).join(', ') || 'none'}.`);
      const result = await runDocument({ name: wanted, document: skill.document, argument, turn, callTool });
      if (result.kind === 'say') return failed(result.text);
      holdForTurn(turn, wanted, result);
      if (result.fork !== undefined) return forkedOutcome(wanted, await runForked(result, result.fork, { ...fork, name: wanted }));
      const base = skill.isSkill ? `Base folder of this skill: ${dirname(skill.document.path)}\n\n` : '';
      return {
        content: [{ type: 'text', text: `${base}${result.text}` }, ...(result.blocks ?? [])],
        result: { success: true, commandName: wanted },
      };
    },
  };
}

function forkedOutcome(commandName: string, { text, isError }: { text: string; isError: boolean }): ToolOutcome {
  return {
    content: text === '' ? 'The agent ended without a report.' : text,
    result: { success: !isError, commandName },
    ...(isError && { isError }),
  };
}
