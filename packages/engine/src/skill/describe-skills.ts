import type { Session } from '../loop/session.js';
import { modelFacts } from '../model/catalog.js';
import { envNumber } from '../port/environment.js';
import { skillListing } from './skill-listing.js';

/** The list of skills for the model of a session that can load them; it gets a hundredth of the context window, at four characters a token. */
export function describeSkills({ tools, commands, settings, catalog, options }: Session): string | undefined {
  if (!tools.find('Skill')) return undefined;
  const share = Math.floor((modelFacts(settings.model, catalog).context * 4) / 100);
  return skillListing(commands.forModel(), { budget: envNumber(options.env, 'SLASH_COMMAND_TOOL_CHAR_BUDGET', share), description: 1536 });
}
