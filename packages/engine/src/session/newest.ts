import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../port/environment.js';
import { configDir, isSessionId } from './paths.js';
import { projectFolder } from './project-link.js';

/** The session of this folder that was written last, here or by a program of the older layout. */
export function newestSession(env: Environment, cwd: string): { id: string; time: number } | undefined {
  const sessions = join(configDir(env), 'sessions');
  const projects = projectFolder(env, cwd);
  const ours = list(sessions).map((id) => ({ id, path: join(sessions, id, 'transcript.jsonl'), known: false }));
  const theirs = list(projects).map((name) => ({ id: name.replace(/\.jsonl$/, ''), path: join(projects, name), known: true }));
  const newest = [...ours, ...theirs]
    .filter(({ id }) => isSessionId(id))
    .map((candidate) => ({ ...candidate, time: modified(candidate.path) }))
    .toSorted((a, b) => b.time - a.time)
    .find(({ path, time, known }) => time > 0 && (known || startedIn(path, cwd)));
  return newest && { id: newest.id, time: newest.time };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no sessions yet
  }
}

function modified(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.mtimeMs : 0;
}

/** Reads the head of a transcript for the folder it was started in. */
function startedIn(path: string, cwd: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const head = Buffer.alloc(64 * 1024);
    const text = head.toString('utf8', 0, readSync(file, head, 0, head.length, 0));
    const found = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text);
    return found !== null && JSON.parse(found[1]!) === cwd;
  } catch {
    return false; // one that cannot be read is none to go on with
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
