import { listSessions } from '@inboard/engine/sessions';
import { ChoiceDialog } from './choice-dialog.js';
import type { Stage } from './stage.js';

const most = 200;

/** What came of it: a session, a new one because there is none, or nothing because the person left. */
export type PickedSession = { id: string } | 'new' | 'left';

/** Lets the person choose a session of this folder. */
export async function pickSession(stage: Stage, cwd: string): Promise<PickedSession> {
  const sessions = await listSessions({ dir: cwd, limit: most });
  if (sessions.length === 0) {
    stage.print([stage.style.dim('There is no earlier session of this folder: a new one begins.')]);
    return 'new';
  }
  stage.print(['']);
  const choices = sessions.map(({ sessionId, summary, lastModified, gitBranch }) => ({
    label: `${ago(lastModified).padEnd(11)} ${summary}`,
    value: sessionId,
    ...(gitBranch !== undefined && gitBranch !== '' && { hint: gitBranch }),
  }));
  const picked = await new Promise<string | undefined>((resolve) => {
    const dialog = new ChoiceDialog({
      title: 'Go on with which session?',
      choices,
      style: stage.style,
      filter: true,
      onDone: ({ values }) => resolve(values[0]),
    });
    stage.show({ live: ({ columns, rows }) => dialog.live(columns, rows), press: (key) => dialog.press(key) });
  });
  stage.show(undefined);
  return picked === undefined ? 'left' : { id: picked };
}

function ago(time: number): string {
  const minutes = Math.max(0, Math.round((Date.now() - time) / 60_000));
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} d ago`;
}
