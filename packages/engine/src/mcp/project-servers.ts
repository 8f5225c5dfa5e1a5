import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readText } from '../document/read-text.js';
import type { Scope } from '../document/scope.js';
import type { SettingsLayer } from '../setting/settings.js';
import type { ServerConfigs } from './mcp-servers.js';
import { readServers } from './read-servers.js';

export interface ProjectServersOptions {
  scope: Scope;
  env: Readonly<Record<string, string | undefined>>;
  layers: readonly SettingsLayer[];
  /** The caller named the project among the sources: its servers run without a further word. */
  asked: boolean;
  /** Hashes of the servers that were there when the folder was trusted, by name. */
  approved: Readonly<Record<string, string>>;
  tell: (problem: string) => void;
  notApplied: (text: string) => void;
}

/** The servers of the project's `.mcp.json` that may run. */
export async function projectServers(options: ProjectServersOptions): Promise<ServerConfigs> {
  const { scope, layers, tell } = options;
  if (!scope.sources.has('project')) return {};
  const path = join(scope.cwd, '.mcp.json');
  const read = readText(path, { most: 1024 * 1024, ...(!scope.trusted && { within: [scope.cwd] }) });
  if ('problem' in read) tell(read.problem);
  if (!('text' in read)) return {};
  const raw = readServers(read.text, { path, env: {}, tell: () => undefined }); // as written: what an approval is for
  const off = new Set(layers.flatMap(({ settings }) => settings.disabledMcpjsonServers ?? []));
  const mayRun = Object.keys(raw).filter((name) => !off.has(name) && isApproved(name, serverHash(raw[name]!), path, options));
  // Variables are looked up for servers that may run, and for no other.
  const wanted = JSON.stringify({ mcpServers: Object.fromEntries(mayRun.map((name) => [name, raw[name]])) });
  for (const problem of problemsOf(read.text, path)) tell(problem);
  return readServers(wanted, { path, env: { ...options.env, CLAUDE_PROJECT_DIR: scope.cwd }, tell });
}

function problemsOf(text: string, path: string): string[] {
  const problems: string[] = [];
  readServers(text, { path, env: {}, tell: (problem) => problems.push(problem) });
  return problems.filter((problem) => !problem.endsWith('is not set'));
}

function isApproved(
  name: string,
  hash: string,
  path: string,
  { layers, asked, approved, scope, notApplied }: ProjectServersOptions,
): boolean {
  const settings = layers.map((layer) => layer.settings);
  if (
    asked ||
    settings.some(
      ({ enableAllProjectMcpServers, enabledMcpjsonServers }) => enableAllProjectMcpServers || enabledMcpjsonServers?.includes(name),
    )
  )
    return true;
  if (scope.trusted && approved[name] === hash) return true;
  const why = scope.trusted
    ? 'it was added or changed since the folder was trusted: look at it and run "inboard trust" again'
    : 'the folder is not trusted: run "inboard trust", or name the source in settingSources';
  notApplied(`server "${name}" of ${path} (${why})`);
  return false;
}

/** What an approval is bound to: everything that decides what runs or where requests go. */
export function serverHash(config: ServerConfigs[string]): string {
  const { type, command, args, env, url, headers, headersHelper, oauth } = config as Record<string, unknown>; // the fields of all kinds
  const later = headersHelper === undefined && oauth === undefined ? [] : [headersHelper, oauth];
  return createHash('sha256')
    .update(JSON.stringify([type, command, args, env, url, headers, ...later]))
    .digest('hex');
}

/** The servers that trusting a folder would approve: a hash by name, and each in words, whole and with nothing hidden. */
export async function trustedServers(folder: string): Promise<{ servers: Record<string, string>; described: string[] }> {
  const path = join(folder, '.mcp.json');
  const read = readText(path, { most: 1024 * 1024 });
  const configs = 'text' in read ? readServers(read.text, { path, env: {}, tell: () => undefined }) : {};
  return {
    servers: Object.fromEntries(Object.entries(configs).map(([name, config]) => [name, serverHash(config)])),
    described: Object.entries(configs).map(([name, config]) => visible(`${name}: ${JSON.stringify(config)}`)),
  };
}

/** Control characters as symbols, so that no text can hide or move another. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
