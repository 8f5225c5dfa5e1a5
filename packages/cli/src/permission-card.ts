import type { ControlParams, PermissionUpdate } from '@inboard/wire';
import { visible } from './visible.js';

type Question = ControlParams<'can_use_tool'>;

/** A question as a person reads it on a terminal: the whole call, why it is asked, and what "always" would store. */
export function permissionCard(question: Question): string {
  const fields = Object.entries(question.input).flatMap(([name, value]) =>
    field(name, typeof value === 'string' ? value : JSON.stringify(value)),
  );
  const always = (question.permission_suggestions ?? []).map(describeUpdate).join(', ');
  return [
    `╭ ${visible(question.tool_name)} wants to run`,
    ...fields.map((line) => `│ ${line}`),
    `│ Why you are asked: ${visible(question.decision_reason ?? 'no rule decides')}`,
    ...(always === '' ? [] : [`│ Always would allow: ${always}`]),
    `╰ y yes, once${always === '' ? '' : ' · a always'} · n no · or type what to do instead`,
  ].join('\n');
}

/** Every line of a value is shown: nothing can hide behind blanks or line ends. */
function field(name: string, value: string): string[] {
  const [first = '', ...rest] = visible(value).split('\n');
  return [`${visible(name)}: ${first}`, ...rest.map((line) => `  ${line}`)];
}

/** What an update grants, in a few words. */
export function describeUpdate(update: PermissionUpdate): string {
  switch (update.type) {
    case 'setMode':
      return `the mode ${update.mode} (${update.destination})`;
    case 'addDirectories':
    case 'removeDirectories':
      return `${update.directories.map(visible).join(', ')} (${update.destination})`;
    default:
      return (
        update.rules
          .map(({ toolName, ruleContent }) => visible(ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`))
          .join(', ') + ` (${update.destination})`
      );
  }
}
