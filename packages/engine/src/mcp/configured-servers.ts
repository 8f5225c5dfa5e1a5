import { realpathSync } from 'node:fs';
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
  /** As it would be used. */
  config: ServerConfigs[string];
  /** As it stands in the file, where a variable may stand for a secret. */
  written: ServerConfigs[string];
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
  const written = { ...ownServers({ ...place, tell: () => undefined, asWritten: true }), project: writtenProject(place) };
  const used = { ...own, project: approved };
  const off = new Set(layers.flatMap(({ settings }) => settings.disabledMcpjsonServers ?? []));
  const taken = new Map<string, ServerScope>();
  const servers = serverScopes.flatMap((scope) =>
    Object.entries(written[scope]).map(([name, asWritten]): ConfiguredServer => {
      const config = Object.hasOwn(used[scope], name) ? used[scope][name]! : asWritten;
      const server = { name, scope, path: serverFile(scope, place), config, written: asWritten };
      const holder = taken.get(name);
      if (holder) return { ...server, held: 'hidden', reason: `the ${holder} scope has one of this name` };
      if (scope === 'project' && !Object.hasOwn(approved, name)) return { ...server, ...notApproved(off.has(name)) };
      taken.set(name, scope);
      const permitted = Object.hasOwn(
        permittedServers({ [name]: config }, layers, () => undefined),
        name,
      );
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

function writtenProject({ cwd }: ServerPlace): ServerConfigs {
  const path = join(cwd, '.mcp.json');
  const read = readText(path, { most: 1024 * 1024, within: [realpathSync(cwd)] });
  return 'text' in read ? readServers(read.text, { path, env: {}, tell: () => undefined }) : {};
}
