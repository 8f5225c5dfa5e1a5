import { join } from 'node:path';
import { readText } from '../document/read-text.js';
import { scopeOf } from '../document/scope.js';
import { resolveSettings } from '../setting/resolve.js';
import { approvedServers } from '../setting/trust.js';
import type { ServerConfigs } from './mcp-servers.js';
import { projectServers } from './project-servers.js';
import { readServers } from './read-servers.js';
import { ownServers, serverFile, serverScopes, type ServerPlace, type ServerScope } from './server-file.js';
import { permittedServers } from './server-policy.js';

/** A server that some file names, and whether it would run. */
export interface ConfiguredServer {
  name: string;
  scope: ServerScope;
  path: string;
  config: ServerConfigs[string];
  /** Why it would not run; nothing when it would. */
  held?: 'awaiting approval' | 'disabled' | 'forbidden' | 'hidden';
  /** What to do, or what holds it. */
  reason?: string;
}

/** Every server that files name for a folder, the strongest scope first, with what is wrong in the files. Starts nothing. */
export async function configuredServers(place: ServerPlace): Promise<{ servers: ConfiguredServer[]; problems: string[] }> {
  const problems: string[] = [];
  const tell = (problem: string): void => void problems.push(problem);
  const { layers } = await resolveSettings(place);
  const own = ownServers({ ...place, tell });
  const approved = await projectServers({
    scope: scopeOf(place),
    env: place.env,
    layers,
    asked: false,
    approved: approvedServers(place.cwd, place.env),
    tell,
    notApplied: () => undefined, // asked for below, server by server
  });
  const all = { local: own.local, project: rawProject(place, approved), user: own.user };
  const off = new Set(layers.flatMap(({ settings }) => settings.disabledMcpjsonServers ?? []));
  const taken = new Map<string, ServerScope>();
  const servers = serverScopes.flatMap((scope) =>
    Object.entries(all[scope]).map(([name, config]): ConfiguredServer => {
      const server = { name, scope, path: serverFile(scope, place), config };
      const holder = taken.get(name);
      if (holder) return { ...server, held: 'hidden', reason: `the ${holder} scope has one of this name` };
      if (scope === 'project' && !(name in approved)) return { ...server, ...notApproved(off.has(name)) };
      taken.set(name, scope);
      const permitted = name in permittedServers({ [name]: config }, layers, () => undefined);
      return permitted ? server : { ...server, held: 'forbidden', reason: 'settings forbid it' };
    }),
  );
  return { servers, problems };
}

function notApproved(isOff: boolean): Pick<ConfiguredServer, 'held' | 'reason'> {
  return isOff
    ? { held: 'disabled', reason: 'disabledMcpjsonServers names it' }
    : { held: 'awaiting approval', reason: 'look at it, then run: inboard trust' };
}

/** The servers of the project: those that may run with their variables, the others as they are written. */
function rawProject({ cwd }: ServerPlace, approved: ServerConfigs): ServerConfigs {
  const path = join(cwd, '.mcp.json');
  const read = readText(path, { most: 1024 * 1024, within: [scopeOf({ cwd, env: {} }).cwd] });
  return 'text' in read ? { ...readServers(read.text, { path, env: {}, tell: () => undefined }), ...approved } : approved;
}
