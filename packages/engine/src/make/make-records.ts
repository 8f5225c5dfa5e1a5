import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitBranch } from '../context/git-branch.js';
import type { Session } from '../loop/session.js';
import type { ModelCatalog } from '../model/catalog.js';
import type { Output } from '../output/output.js';
import { createEnvFile } from '../process/env-file.js';
import { writeCheckpoint } from '../session/checkpoint.js';
import { Conversation } from '../session/conversation.js';
import { FileSnapshots } from '../session/file-snapshots.js';
import { Ledger } from '../session/ledger.js';
import { sessionDir } from '../session/paths.js';
import { createResultFiles } from '../session/result-files.js';
import { version } from '../version.js';
import type { Parts } from './parts.js';

type Records = Pick<
  Session,
  'log' | 'mirror' | 'conversation' | 'ledger' | 'results' | 'envFile' | 'snapshots' | 'checkpoint' | 'recovered'
>;

/** Everything a session writes down. */
export function makeRecords(parts: Parts, output: Output, catalog: ModelCatalog): Records {
  const { options, opened, mirror } = parts;
  const { id, log, recovered } = opened;
  const folder = options.persistSession === false ? join(tmpdir(), `inboard-${id}`) : sessionDir(options.env, id);
  const records = {
    log,
    mirror,
    recovered,
    conversation: makeConversation(parts),
    ledger: new Ledger(catalog, opened.restored?.ledger),
    results: createResultFiles(folder),
    envFile: createEnvFile(folder),
    snapshots: options.enableFileCheckpointing ? makeSnapshots(folder, parts, output) : undefined,
  };
  return { ...records, checkpoint: () => checkpoint(folder, records, parts) };
}

function makeConversation({ options, opened, port }: Parts): Conversation {
  const { id, log, restored, start, later } = opened;
  return new Conversation({
    sessionId: id,
    cwd: options.cwd,
    version,
    gitBranch: () => gitBranch(options.cwd),
    log,
    port,
    start,
    ...(later && { later }),
    ...(restored && { messages: restored.messages, lastUuid: restored.lastUuid, state: restored.state }),
  });
}

function makeSnapshots(folder: string, { opened: { log, id, restored } }: Parts, output: Output): FileSnapshots {
  return new FileSnapshots({
    folder: join(folder, 'file-snapshots'),
    record: (record) => log.append({ ...record, sessionId: id }),
    onPrune: (text) => void output.notice(text, 'warning'),
    ...(restored && { snapshots: restored.snapshots, prompts: restored.prompts }),
  });
}

/** An index into the transcript, for the next resume. Without one it only takes longer. */
function checkpoint(folder: string, records: Omit<Records, 'checkpoint'>, { opened: { restored } }: Parts): void {
  const { log, conversation, ledger, snapshots } = records;
  if (log.path === '' || conversation.start === undefined) return;
  const { prompts, snapshots: kept } = snapshots?.history ?? restored ?? { prompts: [], snapshots: [] };
  writeCheckpoint(folder, log.path, {
    offset: log.size(),
    start: conversation.start,
    ledger: ledger.condensed(),
    state: conversation.state,
    prompts,
    snapshots: kept,
  });
}
