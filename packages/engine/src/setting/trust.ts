import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../port/environment.js';
import { configDir } from '../session/paths.js';
import { replaceFile } from './write.js';
import { realPath } from '../port/real-path.js';

function trustFile(env: Environment): string {
  return join(configDir(env), 'trusted-folders.json');
}

/** Whether the person has said that this very folder may bring settings that widen what an agent may do. */
export function isTrusted(folder: string, env: Environment): boolean {
  return readTrusted(env).has(realFolder(folder));
}

/** Whether files of a repository may widen what an agent may do: the caller named their source, or the folder is trusted. */
export function mayWiden(
  source: 'project' | 'local',
  options: { cwd: string; env: Environment; settingSources?: readonly ('user' | 'project' | 'local')[] },
): boolean {
  return options.settingSources?.includes(source) ?? isTrusted(options.cwd, options.env);
}

/** The MCP servers that stood in the folder when it was trusted: a hash by name. */
export function approvedServers(folder: string, env: Environment): Record<string, string> {
  return readTrusted(env).get(realFolder(folder)) ?? {};
}

/** Remembers that a folder is trusted, with the hashes of the MCP servers it has now. */
export function trustFolder(folder: string, env: Environment, servers: Record<string, string> = {}): void {
  const folders = readTrusted(env).set(realFolder(folder), servers);
  replaceFile(trustFile(env), `${JSON.stringify({ folders: Object.fromEntries(folders) }, null, 2)}\n`);
}

/** Forgets that a folder was trusted; says whether it was. */
export function distrustFolder(folder: string, env: Environment): boolean {
  const folders = readTrusted(env);
  const was = folders.delete(realFolder(folder));
  if (was) replaceFile(trustFile(env), `${JSON.stringify({ folders: Object.fromEntries(folders) }, null, 2)}\n`);
  return was;
}

const trustSchema = () => z.object({ folders: z.record(z.string(), z.record(z.string(), z.string())) });

function readTrusted(env: Environment): Map<string, Record<string, string>> {
  try {
    return new Map(Object.entries(trustSchema().parse(JSON.parse(readFileSync(trustFile(env), 'utf8'))).folders));
  } catch {
    return new Map(); // no file, or one we cannot make sense of: nothing is trusted
  }
}

/** Trust is keyed on the real path: no link or worktree can borrow it. */
function realFolder(folder: string): string {
  return realPath(folder) ?? folder; // one that does not exist has nothing in it to be read either
}
