import type { Peer, Transport } from '@inboard/wire';
import type { EngineOptions, Session } from '../loop/session.js';
import type { OpenedSession } from '../session/open.js';
import type { Mirror } from '../session/store/mirror.js';
import type { ResolvedSettings } from '../setting/resolve.js';

/** What a session is put together from. */
export interface Parts {
  /** Options as the caller gave them, without settings. */
  given: EngineOptions;
  options: EngineOptions;
  resolved: ResolvedSettings;
  /** The transcript, new or gone on with. */
  opened: OpenedSession;
  mirror: Mirror | undefined;
  port: Session['port'];
  transport: Transport;
  peer: Peer<'engine'>;
}
