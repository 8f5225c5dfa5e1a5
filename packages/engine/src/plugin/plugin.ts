import { describeIssues } from '@inboard/wire';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import type { Place } from '../document/document.js';
import { isInside } from '../document/is-inside.js';
import { readText } from '../document/read-text.js';
import type { HookConfigs } from '../hook/from-settings.js';
import { readServers } from '../mcp/read-servers.js';
import type { ServerConfigs } from '../mcp/mcp-servers.js';
import { jsonError } from '../setting/json-error.js';
import { settingsSchema } from '../setting/settings.js';
import type { WantedPlugin } from './wanted-plugins.js';
import { realPath } from '../port/real-path.js';

/** A plugin: a folder that brings commands, agents, skills, hooks and MCP servers. */
export interface Plugin {
  name: string;
  path: string;
  /** The same, links followed. */
  root: string;
  commands: Place[];
  agents: Place[];
  skills: Place[];
  styles: Place[];
  hooks: HookConfigs[];
  servers: ServerConfigs;
}

/** Why a plugin, or a part of it, cannot be used. */
export interface PluginProblem {
  plugin: string;
  path: string;
  message: string;
}

const mostBytes = 1024 * 1024;
const outOf = 'the plugin';
const paths = () => z.union([z.string(), z.array(z.string())]).optional();
const manifestSchema = () =>
  z.looseObject({
    name: z.string().regex(/^[A-Za-z][\w.-]*$/, 'expected letters, digits, dots and dashes, beginning with a letter'),
    commands: paths(),
    agents: paths(),
    skills: paths(),
    outputStyles: paths(),
    hooks: z.unknown().optional(),
    mcpServers: z.unknown().optional(),
  });
type Manifest = z.infer<ReturnType<typeof manifestSchema>>;

/** Reads one plugin. What is wrong with it is told; the parts that are right are used. */
export async function readPlugin(
  wanted: WantedPlugin,
  options: { cwd: string; env: Readonly<Record<string, string | undefined>>; tell: (problem: PluginProblem) => void },
): Promise<Plugin | undefined> {
  const path = wanted.path === '' ? '' : resolve(options.cwd, wanted.path);
  let name = wanted.key ?? basename(path);
  const tell = (message: string) => options.tell({ plugin: name, path, message });
  const root = realFolder(path);
  const manifest = root === undefined ? 'absent' : readJson(join(root, '.claude-plugin', 'plugin.json'), manifestSchema(), { root, tell });
  if (root === undefined || manifest === 'absent') tell(absence(wanted, path));
  if (root === undefined || manifest === 'absent' || !manifest) return undefined;
  name = manifest.name;
  if (wanted.forbidden?.has(name)) {
    tell('managed settings keep this plugin out (enabledPlugins)');
    return undefined;
  }
  const variables = { CLAUDE_PLUGIN_ROOT: root };
  const places = (kind: string, more: Manifest['commands']): Place[] =>
    [join(root, kind), ...insideOnly(more, root, tell)].map((folder) => ({
      origin: 'plugin',
      folder,
      trusted: true,
      within: [root],
      outOf,
      prefix: name,
      variables,
    }));
  const servers = wanted.withoutServers ? {} : readPluginServers(manifest, { root, variables, env: options.env, tell });
  return {
    name,
    path,
    root,
    commands: places('commands', manifest.commands),
    agents: places('agents', manifest.agents),
    skills: places('skills', manifest.skills),
    styles: places('output-styles', manifest.outputStyles),
    hooks: readHooks(manifest, { root, tell }).map((each) => ({ source: 'plugin', path: root, hooks: each, variables })),
    servers: Object.fromEntries(Object.entries(servers).map(([server, config]) => [`plugin:${name}:${server}`, config])),
  };
}

function insideOnly(more: Manifest['commands'], root: string, tell: (message: string) => void): string[] {
  return [more ?? []].flat().flatMap((each) => {
    const folder = resolve(root, each);
    if (isInside(folder, root)) return [folder];
    tell(`"${each}" leads out of the plugin and is left out`);
    return [];
  });
}

/** A real folder, links followed; nothing when there is none. */
function realFolder(path: string): string | undefined {
  return path === '' ? undefined : realPath(path);
}

function absence({ key }: WantedPlugin, path: string): string {
  if (key === undefined) return `${path} has no .claude-plugin/plugin.json`;
  if (path === '') return `"${key.slice(0, 80)}" in enabledPlugins is no name of a plugin`;
  return `it is turned on in settings and not installed: there is no plugin in ${path}`;
}

type Hooks = HookConfigs['hooks'];
interface Reading {
  root: string;
  tell: (message: string) => void;
}

function readHooks(manifest: Manifest, { root, tell }: Reading): Hooks[] {
  const schema = z.looseObject({ hooks: settingsSchema().shape.hooks });
  const files = [join(root, 'hooks', 'hooks.json'), ...(typeof manifest.hooks === 'string' ? insideOnly(manifest.hooks, root, tell) : [])];
  const inline =
    manifest.hooks === undefined || typeof manifest.hooks === 'string'
      ? undefined
      : check(schema, { hooks: manifest.hooks }, 'hooks of plugin.json', tell);
  return [...files.map((path) => readJson(path, schema, { root, tell })), inline].flatMap((found) =>
    found && found !== 'absent' && found.hooks ? [found.hooks] : [],
  );
}

function readPluginServers(
  manifest: Manifest,
  options: Reading & { variables: Record<string, string>; env: Readonly<Record<string, string | undefined>> },
): ServerConfigs {
  const { root, tell, variables } = options;
  const env = { ...options.env, ...variables };
  const { mcpServers } = manifest;
  const files = [join(root, '.mcp.json'), ...(typeof mcpServers === 'string' ? insideOnly(mcpServers, root, tell) : [])];
  const texts = files.map((path) => ({ path, read: readText(path, { most: mostBytes, within: [root], outOf }) }));
  const fromFiles = texts.map(({ path, read }) => {
    if ('problem' in read) tell(read.problem);
    return 'text' in read ? readServers(read.text, { path, env, tell }) : {};
  });
  const inline =
    typeof mcpServers === 'object' && mcpServers !== null
      ? readServers(JSON.stringify({ mcpServers }), { path: 'plugin.json', env, tell })
      : {};
  return Object.assign({}, ...fromFiles, inline) as ServerConfigs; // what each of them is
}

function readJson<T>(path: string, schema: z.ZodType<T>, { root, tell }: Reading): T | 'absent' | undefined {
  const read = readText(path, { most: mostBytes, within: [root], outOf });
  if ('problem' in read) {
    tell(read.problem);
    return undefined;
  }
  if ('absent' in read) return 'absent';
  try {
    return check(schema, JSON.parse(read.text), path, tell);
  } catch {
    const { line, reason } = jsonError(read.text);
    tell(`${path}:${line}: is not valid JSON (${reason})`);
    return undefined;
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string, tell: (message: string) => void): T | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  tell(`${where}: ${describeIssues(parsed.error)}`);
  return undefined;
}
