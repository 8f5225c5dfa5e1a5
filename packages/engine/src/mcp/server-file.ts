import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, describeIssues, errorText, mcpServerConfig } from '@inboard/wire';
import { readText } from '../document/read-text.js';
import type { Environment } from '../port/environment.js';
import { lockSession } from '../session/lock.js';
import { configDir } from '../session/paths.js';
import { replaceFile } from '../setting/write.js';
import type { ServerConfigs } from './mcp-servers.js';
import { readServers } from './read-servers.js';

/** Where a server is configured: for this folder alone, in the project, or for all folders of a person. The strongest first. */
export const serverScopes = ['local', 'project', 'user'] as const;
export type ServerScope = (typeof serverScopes)[number];

export interface ServerPlace {
  cwd: string;
  env: Environment;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file that holds the servers of a scope. */
export function serverFile(scope: ServerScope, { cwd, env }: ServerPlace): string {
  return scope === 'project' ? join(cwd, '.mcp.json') : join(configDir(env), 'mcp-servers.json');
}

/** The servers a person has configured, for this folder and for all; problems are told. `asWritten` leaves variables alone. */
export function ownServers(place: ServerPlace & { tell: (problem: string) => void; asWritten?: boolean }): {
  local: ServerConfigs;
  user: ServerConfigs;
} {
  const path = serverFile('user', place);
  const read = readText(path, { most: 1024 * 1024 });
  if ('problem' in read) place.tell(read.problem);
  if (!('text' in read)) return { local: {}, user: {} };
  const content = parse(read.text, place.tell, path);
  const env = place.asWritten ? {} : { ...place.env, CLAUDE_PROJECT_DIR: place.cwd };
  const of = (scope: 'local' | 'user') =>
    readServers(JSON.stringify({ mcpServers: serversIn(content, scope, place.cwd) }), { path, env, tell: place.tell });
  return { local: of('local'), user: of('user') };
}

/** Adds a server to a scope. A bad name, a configuration that makes no sense or a name in use is an error. */
export async function addServer(scope: ServerScope, name: string, config: unknown, place: ServerPlace): Promise<string> {
  if (!/^[\w-]{1,64}$/.test(name))
    throw new AgentError('invalid_option', `"${name}" cannot be the name of a server: use letters, digits, "_" and "-", at most 64.`);
  const parsed = mcpServerConfig().safeParse(config);
  if (!parsed.success || parsed.data.type === 'sdk')
    throw new AgentError(
      'invalid_option',
      `The server "${name}" makes no sense: ${parsed.success ? 'a file cannot name a server of a process' : describeIssues(parsed.error)}.`,
    );
  return change(scope, place, (servers, path) => {
    if (Object.hasOwn(servers, name))
      throw new AgentError(
        'invalid_option',
        `${path} has a server "${name}" already. Remove it first: inboard mcp remove ${name} --scope ${scope}`,
      );
    servers[name] = parsed.data;
  });
}

/** Removes a server from a scope; one that is not there is an error. */
export async function removeServer(scope: ServerScope, name: string, place: ServerPlace): Promise<string> {
  return change(scope, place, (servers, path) => {
    if (!Object.hasOwn(servers, name)) throw new AgentError('invalid_option', `${path} has no server "${name}".`);
    delete servers[name];
  });
}

/** Changes the servers of a scope; the rest of the file stays as it is. Returns the file. */
async function change(scope: ServerScope, place: ServerPlace, edit: (servers: Json, path: string) => void): Promise<string> {
  const path = serverFile(scope, place);
  const unlock = await lockSession(join(configDir(place.env), 'mcp-servers.lock'), { waitMs: 10_000 });
  try {
    const content = readForChange(path);
    const servers = { ...serversIn(content, scope, place.cwd) };
    edit(servers, path);
    replaceFile(path, `${JSON.stringify(withServers(content, scope, place.cwd, servers), null, 2)}\n`, scope === 'project' ? 0o644 : 0o600);
    return path;
  } finally {
    unlock();
  }
}

function readForChange(path: string): Json {
  let text: string;
  try {
    if (lstatSync(path).isSymbolicLink())
      throw new AgentError('invalid_option', `${path} is a link; servers are not written through links.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw AgentError.is(error) ? error : new AgentError('invalid_option', `${path} cannot be read: ${errorText(error)}`, { cause: error });
  }
  return parse(
    text,
    (problem) => {
      throw new AgentError('invalid_json', `${problem}. Mend the file first; it was left as it is.`);
    },
    path,
  );
}

function parse(text: string, tell: (problem: string) => void, path: string): Json {
  try {
    const value = JSON.parse(text) as unknown;
    if (isObject(value)) return value;
    tell(`${path}: expected a JSON object`);
  } catch (error) {
    if (AgentError.is(error)) throw error;
    tell(`${path}: is not valid JSON (${errorText(error)})`);
  }
  return {};
}

function serversIn(content: Json, scope: ServerScope, cwd: string): Json {
  if (scope !== 'local') return isObject(content.mcpServers) ? content.mcpServers : {};
  const projects = isObject(content.projects) ? content.projects : {};
  const project = projects[realpathSync(cwd)];
  return isObject(project) && isObject(project.mcpServers) ? project.mcpServers : {};
}

function withServers(content: Json, scope: ServerScope, cwd: string, servers: Json): Json {
  if (scope !== 'local') return { ...content, mcpServers: servers };
  const projects = isObject(content.projects) ? content.projects : {};
  const folder = realpathSync(cwd);
  const project = isObject(projects[folder]) ? projects[folder] : {};
  return { ...content, projects: { ...projects, [folder]: { ...project, mcpServers: servers } } };
}
