import type { SkillInput } from '@inboard/wire';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './skill.md';

/** Loads a skill. It changes nothing by itself; what the skill runs is judged call by call. */
export const skillTool = builtinTool('Skill', { prompt, run: loadSkill });

async function loadSkill(input: SkillInput, context: ToolContext): Promise<ToolOutcome> {
  return context.skills ? context.skills.load(input.skill, input.args ?? '') : failed('There are no skills here.');
}
