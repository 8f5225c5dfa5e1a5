import { describeIssues } from '../define.js';
import { AgentError } from '../errors.js';
import { closestName } from './closest-name.js';
import { options, type OptionName, type Options } from './options.js';

/** Checks every given option by its row. An unknown name or a wrong value is an error that says which. */
export function checkOptions(given: object): Options {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(options, name))
      throw new AgentError('unknown_option', `Unknown option "${name}".${nearest(name)}`, { data: { option: name } });
    const parsed = options[name as OptionName].schema().safeParse(value);
    if (!parsed.success)
      throw new AgentError('invalid_option', `Option "${name}": ${describeIssues(parsed.error)}`, { data: { option: name } });
  }
  checkTogether(given); // each value was just checked by its row
  return given;
}

/** Options that make no sense with one another. */
function checkTogether(given: Options): void {
  const conflict = (message: string) => new AgentError('invalid_option', message);
  if (given.continue && given.resume !== undefined) throw conflict('Options "continue" and "resume" exclude each other: give one.');
  if (given.sessionId !== undefined && (given.continue || given.resume !== undefined) && !given.forkSession) {
    throw conflict('Option "sessionId" names a new session: leave it out with "resume" or "continue", or add "forkSession".');
  }
  if (given.resumeSessionAt !== undefined && given.resume === undefined) throw conflict('Option "resumeSessionAt" needs "resume".');
  if (given.canUseTool && given.permissionPromptToolName !== undefined)
    throw conflict('Options "canUseTool" and "permissionPromptToolName" exclude each other: give one.');
  if (given.fallbackModel !== undefined && given.fallbackModel === given.model)
    throw conflict('Option "fallbackModel" must differ from "model".');
  if (given.sandbox && typeof given.settings === 'string')
    throw conflict(
      'Option "sandbox" cannot be added to "settings" given as a text or a file: put it there, or give "settings" as an object.',
    );
  if (given.permissionMode === 'bypassPermissions' && !given.allowDangerouslySkipPermissions) {
    throw conflict('Permission mode "bypassPermissions" needs the option "allowDangerouslySkipPermissions: true".');
  }
}

function nearest(name: string): string {
  const match = closestName(name, Object.keys(options));
  return match === undefined ? '' : ` Did you mean "${match}"?`;
}
