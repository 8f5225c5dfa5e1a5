import { describeIssues } from '@inboard/wire';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Place } from '../document/document.js';
import { isInside } from '../document/is-inside.js';
import { readText } from '../document/read-text.js';
import type { HookConfigs } from '../hook/from-settings.js';
import { readServers } from '../mcp/read-servers.js';
import type { ServerConfigs } from '../mcp/mcp-servers.js';
import { settingsSchema } from '../setting/settings.js';

/** A plugin: a folder that brings commands, agents, skills, hooks and MCP servers. */
export interface Plugin {
  name: string;
  path: string;
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
  given: string,
  options: { cwd: string; env: Readonly<Record<string, string | undefined>>; tell: (problem: PluginProblem) => void },
): Promise<Plugin | undefined> {
  const path = resolve(options.cwd, given);
  let name = path.split('/').at(-1)!;
  const tell = (message: string) => options.tell({ plugin: name, path, message });
  const manifest = await readJson(join(path, '.claude-plugin', 'plugin.json'), manifestSchema(), tell);
  if (manifest === 'absent') {
    tell(`${path} has no .claude-plugin/plugin.json`);
    return undefined;
  }
  if (!manifest) return undefined;
  name = manifest.name;
  const root = realpathSync(path);
  const variables = { CLAUDE_PLUGIN_ROOT: root };
  const places = (kind: string, more: Manifest['commands']): Place[] =>
    [join(root, kind), ...insideOnly(more, root, tell)].map((folder) => ({
      origin: 'plugin',
      folder,
      trusted: true,
      within: [root],
      prefix: name,
      variables,
    }));
  const [hooks, servers] = await Promise.all([
    readHooks(root, manifest, tell),
    readPluginServers(root, manifest, { variables, env: options.env, tell }),
  ]);
  return {
    name,
    path,
    commands: places('commands', manifest.commands),
    agents: places('agents', manifest.agents),
    skills: places('skills', manifest.skills),
    styles: places('output-styles', manifest.outputStyles),
    hooks: hooks.map((each) => ({ source: 'plugin', path: root, hooks: each, variables })),
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

type Hooks = HookConfigs['hooks'];

async function readHooks(root: string, manifest: Manifest, tell: (message: string) => void): Promise<Hooks[]> {
  const schema = z.looseObject({ hooks: settingsSchema().shape.hooks });
  const file = await readJson(join(root, 'hooks', 'hooks.json'), schema, tell);
  const inline =
    manifest.hooks === undefined || typeof manifest.hooks === 'string'
      ? undefined
      : check(schema, { hooks: manifest.hooks }, 'hooks of plugin.json', tell);
  const named =
    typeof manifest.hooks === 'string'
      ? await Promise.all(insideOnly(manifest.hooks, root, tell).map((path) => readJson(path, schema, tell)))
      : [];
  return [file, inline, ...named].flatMap((found) => (found && found !== 'absent' && found.hooks ? [found.hooks] : []));
}

async function readPluginServers(
  root: string,
  manifest: Manifest,
  options: { variables: Record<string, string>; env: Readonly<Record<string, string | undefined>>; tell: (message: string) => void },
): Promise<ServerConfigs> {
  const env = { ...options.env, ...options.variables };
  const fromFile = readText(join(root, '.mcp.json'), { most: mostBytes, within: [root] });
  if ('problem' in fromFile) options.tell(fromFile.problem);
  const file = 'text' in fromFile ? readServers(fromFile.text, { path: join(root, '.mcp.json'), env, tell: options.tell }) : {};
  const inline =
    typeof manifest.mcpServers === 'object' && manifest.mcpServers !== null
      ? readServers(JSON.stringify({ mcpServers: manifest.mcpServers }), { path: 'plugin.json', env, tell: options.tell })
      : {};
  return { ...file, ...inline };
}

async function readJson<T>(path: string, schema: z.ZodType<T>, tell: (message: string) => void): Promise<T | 'absent' | undefined> {
  const read = readText(path, { most: mostBytes });
  if ('problem' in read) {
    tell(read.problem);
    return undefined;
  }
  if ('absent' in read) return 'absent';
  try {
    return check(schema, JSON.parse(read.text), path, tell);
  } catch (error) {
    tell(`${path}: is not valid JSON (${(error as Error).message})`);
    return undefined;
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string, tell: (message: string) => void): T | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  tell(`${where}: ${describeIssues(parsed.error)}`);
  return undefined;
}
