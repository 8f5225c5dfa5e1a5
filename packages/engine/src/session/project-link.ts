import { existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { envFlag, type Environment } from '../port/environment.js';
import { configDir, sessionDir } from './paths.js';
import { realPath } from '../port/real-path.js';

const longestKey = 200;

/** The folder name under which other tools look for the sessions of a working directory. */
export function projectKey(cwd: string): string {
  const key = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
  return key.length <= longestKey ? key : `${key.slice(0, longestKey)}-${hash(cwd)}`;
}

/** As other tools compute it, or they would look elsewhere. */
function hash(text: string): string {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return Math.abs(value).toString(36);
}

/** The folder of the older layout in which the sessions of a working directory stand. */
export function projectFolder(env: Environment, cwd: string): string {
  return join(configDir(env), 'projects', keyOf(cwd));
}

/** The key of a working directory, links resolved. */
export function keyOf(cwd: string): string {
  return projectKey(realPath(cwd) ?? cwd);
}

/** Where the transcript also stands, for tools that know the older layout. */
export function projectTranscript(env: Environment, cwd: string, id: string): string {
  return join(projectFolder(env, cwd), `${id}.jsonl`);
}

/** Makes a transcript visible in the older layout as a second name of the same file. Best effort: `INBOARD_NO_PROJECT_LINKS=1` turns it off. */
export function linkTranscript(env: Environment, cwd: string, id: string, transcript: string): void {
  if (!envFlag(env, 'INBOARD_NO_PROJECT_LINKS')) link(transcript, projectTranscript(env, cwd, id));
}

/** The same for the transcripts of subagents, which are looked for in a folder beside it. */
export function linkSubagents(env: Environment, cwd: string, id: string): void {
  const folder = join(sessionDir(env, id), 'subagents');
  if (envFlag(env, 'INBOARD_NO_PROJECT_LINKS') || !existsSync(folder)) return;
  const beside = join(projectFolder(env, cwd), id, 'subagents');
  for (const name of readdirSync(folder)) if (name.endsWith('.jsonl')) link(join(folder, name), join(beside, name));
}

function link(path: string, second: string): void {
  if (existsSync(second)) return;
  try {
    mkdirSync(dirname(second), { recursive: true, mode: 0o700 });
    linkSync(path, second);
  } catch {
    // another file system, or no right to write there: the session itself is whole
  }
}

/** Finds a transcript that stands only in the older layout. */
export function findProjectTranscript(env: Environment, id: string): string | undefined {
  const projects = join(configDir(env), 'projects');
  if (!existsSync(projects)) return undefined;
  return readdirSync(projects)
    .map((project) => join(projects, project, `${id}.jsonl`))
    .find((path) => existsSync(path));
}

/** Removes the second names of a transcript and what stands beside it, whichever folder they stand in. */
export function unlinkTranscript(env: Environment, id: string): void {
  const found = findProjectTranscript(env, id);
  if (found === undefined) return;
  rmSync(found, { force: true });
  rmSync(found.replace(/\.jsonl$/, ''), { recursive: true, force: true });
}
