import type { Session } from '../loop/session.js';
import { modelFacts } from '../model/catalog.js';
import { envNumber } from '../port/environment.js';
import { settingOf } from '../setting/resolve.js';
import { skillListing } from './skill-listing.js';

/** The list of skills for the model of a session that can load them; it gets a hundredth of the context window unless settings say otherwise, at four characters a token. */
export function describeSkills({ tools, commands, settings, catalog, options, settingsLayers: layers }: Session): string | undefined {
  if (!tools.find('Skill')) return undefined;
  const fraction = settingOf({ layers }, 'skillListingBudgetFraction')?.value ?? 0.01;
  const share = Math.floor(modelFacts(settings.model, catalog).context * 4 * fraction);
  const description = settingOf({ layers }, 'skillListingMaxDescChars')?.value ?? 1536;
  const known = commands.forModel().filter(({ paths }) => !paths); // the others come with a file they are for
  return skillListing(known, { budget: envNumber(options.env, 'SLASH_COMMAND_TOOL_CHAR_BUDGET', share), description });
}
