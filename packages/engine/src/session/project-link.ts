import { existsSync, linkSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { envFlag, type Environment } from '../port/environment.js';
import { configDir } from './paths.js';

const longestKey = 200;

/** The folder name under which other tools look for the sessions of a working directory. */
export function projectKey(cwd: string): string {
  const key = cwd.replaceAll(/[^A-Za-z0-9]/g, '-');
  return key.length <= longestKey ? key : `${key.slice(0, longestKey)}-${hash(cwd)}`;
}

function hash(text: string): string {
  let value = 5381;
  for (const character of text) value = (Math.imul(value, 33) + character.charCodeAt(0)) | 0;
  return Math.abs(value).toString(36);
}

/** The folder of the older layout in which the sessions of a working directory stand. */
export function projectFolder(env: Environment, cwd: string): string {
  return join(configDir(env), 'projects', keyOf(cwd));
}

/** The key of a working directory, links resolved. */
export function keyOf(cwd: string): string {
  return projectKey(realPath(cwd));
}

/** Where the transcript also stands, for tools that know the older layout. */
export function projectTranscript(env: Environment, cwd: string, id: string): string {
  return join(projectFolder(env, cwd), `${id}.jsonl`);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // a folder that is gone still names its sessions
  }
}

/** Makes a transcript visible in the older layout as a second name of the same file. Best effort: `INBOARD_NO_PROJECT_LINKS=1` turns it off. */
export function linkTranscript(env: Environment, cwd: string, id: string, transcript: string): void {
  if (envFlag(env, 'INBOARD_NO_PROJECT_LINKS')) return;
  const link = projectTranscript(env, cwd, id);
  if (existsSync(link)) return;
  try {
    mkdirSync(join(link, '..'), { recursive: true, mode: 0o700 });
    linkSync(transcript, link);
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

/** Removes the second name of a transcript, whichever folder it stands in. */
export function unlinkTranscript(env: Environment, id: string): void {
  const found = findProjectTranscript(env, id);
  if (found !== undefined) rmSync(found, { force: true });
}
