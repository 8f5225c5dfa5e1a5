import type { PermissionResult, PermissionUpdate, PermissionUpdateDestination } from '@inboard/wire';
import { describeUpdate } from '../describe-update.js';
import type { Question } from '../permission-card.js';
import type { Choice, Picked } from './choice-dialog.js';

export type Answer = 'once' | 'session' | 'project' | 'no';

/** The answers there are to a question. */
export function questionChoices(question: Question): Choice<Answer>[] {
  const session = updatesFor(question, 'session');
  const project = updatesFor(question, 'localSettings');
  return [
    { label: 'Yes, once', letter: 'y', value: 'once' },
    ...(session.length > 0 ? [{ label: 'Yes, for this session', letter: 's', hint: granted(session), value: 'session' as const }] : []),
    ...(project.length > 0 ? [{ label: 'Yes, for this project', letter: 'p', hint: granted(project), value: 'project' as const }] : []),
    { label: 'No, and say why or what to do instead', letter: 'n', value: 'no', takesWords: true },
  ];
}

function granted(updates: readonly PermissionUpdate[]): string {
  return updates
    .map((update) =>
      update.type === 'setMode' && update.mode === 'acceptEdits'
        ? 'every edit in this folder'
        : describeUpdate(update).replace(/ \(\w+\)$/, ''),
    )
    .join(', ');
}

/** The suggestions of the engine, kept where the person wants them. A mode is never stored for longer than a session. */
function updatesFor({ permission_suggestions = [] }: Question, destination: PermissionUpdateDestination): PermissionUpdate[] {
  return permission_suggestions
    .filter((update) => destination === 'session' || update.type !== 'setMode')
    .map((update) => ({ ...update, destination }));
}

/** What the engine is told. Leaving without an answer is a no that ends the turn. */
export function toResult(question: Question, { values, words }: Picked<Answer>): PermissionResult {
  const [answer] = values;
  const allow = { behavior: 'allow' as const, updatedInput: question.input };
  if (answer === 'once') return allow;
  if (answer === 'session') return { ...allow, updatedPermissions: updatesFor(question, 'session') };
  if (answer === 'project') return { ...allow, updatedPermissions: updatesFor(question, 'localSettings') };
  if (answer === undefined) return { behavior: 'deny', message: 'The person stopped here.', interrupt: true };
  return { behavior: 'deny', message: words === '' ? 'The person said no.' : `The person said no: ${words}` };
}
