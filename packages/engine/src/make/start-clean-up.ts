import { errorText } from '@inboard/wire';
import type { Session } from '../loop/session.js';
import { removeOldSessions } from '../session/library/remove-old-sessions.js';
import { settingOf } from '../setting/resolve.js';
import type { Parts } from './parts.js';

/** As long as a session has to wait before others are looked at: what it does first is more urgent. */
const waitMs = 500;
const defaultDays = 30;

/** Removes old sessions in the background, as settings say. Where those of the user were not read, their wish is not known, and nothing goes. */
export function startCleanUp({ options, resolved }: Parts, session: Session): void {
  const usersWish = (options.settingSources ?? ['user']).includes('user') ? defaultDays : undefined;
  const days = settingOf(resolved, 'cleanupPeriodDays')?.value ?? usersWish;
  if (days === undefined || resolved.problems.length > 0 || options.persistSession === false) return;
  const cleanUp = (): Promise<unknown> =>
    removeOldSessions(options.env, { days, now: session.port.now(), signal: session.signal }).catch((error: unknown) =>
      options.debugLog?.(`Old sessions could not be removed: ${errorText(error)}`),
    );
  const timer = setTimeout(() => void cleanUp(), waitMs).unref();
  session.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
