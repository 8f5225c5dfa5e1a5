import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Loads a skill or runs a command. */
export const skillTool = defineTool({
  name: 'Skill',
  aliases: ['SlashCommand'],
  input: () => z.object({ skill: z.string(), args: z.string().optional() }),
  output: () => z.object({ success: z.boolean(), commandName: z.string() }),
});
export type SkillInput = Infer<(typeof skillTool)['input']>;
export type SkillOutput = Infer<(typeof skillTool)['output']>;
