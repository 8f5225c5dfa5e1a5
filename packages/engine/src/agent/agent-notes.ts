import { join } from 'node:path';
import type { OpeningPart } from '../context/opening.js';
import { readText } from '../document/read-text.js';
import type { Session } from '../loop/session.js';
import { configDir } from '../session/paths.js';
import type { AgentType } from './agent-type.js';

const mostBytes = 1024 * 1024;
const mostLines = 200;
const mostCharacters = 25 * 1024;

/** The notes an agent keeps from run to run, as a part of its opening; nothing when it keeps none. */
export function agentNotes({ options }: Session, { name, memory }: AgentType): OpeningPart[] {
  if (!memory) return [];
  const folders = {
    user: join(configDir(options.env), 'agent-memory'),
    project: join(options.cwd, '.claude', 'agent-memory'),
    local: join(options.cwd, '.claude', 'agent-memory-local'),
  };
  const path = join(folders[memory], name.replaceAll(/[^\w-]/g, '-'), 'MEMORY.md');
  return [{ source: 'notes', text: () => describe(path) }];
}

function describe(path: string): string {
  const read = readText(path, { most: mostBytes });
  const text = 'text' in read ? read.text.trim().split('\n').slice(0, mostLines).join('\n').slice(0, mostCharacters) : '';
  const where = `Your notes from earlier runs are in ${path}. Keep what will help next time there, briefly.`;
  return text === '' ? `${where} There are none yet.` : `${where}\n\n${text}`;
}
