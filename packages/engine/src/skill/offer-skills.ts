import type { CommandRegistry } from '../command/command-registry.js';
import type { EngineOptions, Session } from '../loop/session.js';
import { readRules } from '../permission/rules/parse.js';
import type { Tool } from '../tool/define.js';
import { selectTools } from '../tool/registry.js';

/** Tells the model of these skills alone, and lets it load them without asking. */
export function offerSkills({ commands, permissions, tools, options, notices }: Session, wanted: 'all' | readonly string[]): void {
  const known = new Set(commands.skills().map(({ name }) => name));
  const names = wanted === 'all' ? [...known] : wanted;
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) notices.push(`Option "skills" names what is not there: ${missing.join(', ')}.`);
  commands.offerSkills(names);
  const { rules } = readRules(
    names.map((name) => `Skill(${name})`),
    { behavior: 'allow', source: 'skillsOption', anchor: options.cwd },
  );
  permissions.setRules('skillsOption', rules);
  tools.set('builtin', offeredTools(options, commands));
}

/** The built-in tools of a session; Skill is one of them when there is something to load. */
export function offeredTools(options: EngineOptions, commands: CommandRegistry): Tool[] {
  return selectTools(options).filter(({ name }) => name !== 'Skill' || commands.forModel().length > 0);
}
