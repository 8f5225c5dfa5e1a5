import type { Session } from './session.js';

/** Tells the host what came up since it was last told. A subagent leaves that to the session it works for. */
export async function sayNotices(session: Session): Promise<void> {
  if (session.agent) return;
  for (const notice of session.notices.splice(0)) await session.output.notice(notice);
}
