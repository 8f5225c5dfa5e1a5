import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { configDir } from '../session/paths.js';
import { parseSettings, readSettings, type ReadResult } from './read.js';
import { idleKeys } from './known-keys.js';
import { managedFolders } from './managed-folder.js';
import { readManagedServers } from './managed-servers.js';
import type { Settings, SettingsLayer, SettingLevel } from './settings.js';
import { mayWiden } from './trust.js';
import { withoutDangers, withoutManagedOnly, withoutWidening, type Narrowed } from './widening.js';

export interface ResolveOptions {
  cwd: string;
  env: Environment;
  /** Which files the caller wants; nothing means user, project and local. */
  settingSources?: readonly ('user' | 'project' | 'local')[];
  /** Settings given on the command line or by the host: an object, its JSON, or the name of a file. */
  settings?: string | Record<string, unknown>;
  /** Where managed settings lie; the place of the platform when absent. */
  managedFolder?: string;
}

/** The settings of a session, with where each came from. */
export interface ResolvedSettings {
  /** Weakest first. */
  layers: readonly SettingsLayer[];
  /** Files that could not be used, one line each. */
  problems: readonly string[];
  /** What was found and not applied, one line each. */
  notApplied: readonly string[];
  /** Keys that nothing acts on, by file: those other programs know, and those that nobody does. */
  idle: readonly { path: string; kept: readonly string[]; unknown: readonly string[] }[];
}

/** Reads every settings file and applies the trust rule. */
export async function resolveSettings(options: ResolveOptions): Promise<ResolvedSettings> {
  const wanted = options.settingSources ?? ['user', 'project', 'local'];
  const files = [...settingsFiles(options), ...serverFiles(options)].filter(
    ({ level }) => level === 'managed' || (wanted as readonly string[]).includes(level),
  );
  const layers: SettingsLayer[] = [];
  const problems: string[] = [];
  const notApplied: string[] = [];
  const idle: ResolvedSettings['idle'][number][] = [];
  for (const { level, path, anchor } of files) {
    const result = path.endsWith(managedServersFile) ? readManagedServers(path) : readSettings(path);
    if ('problem' in result && result.problem !== undefined) problems.push(result.problem);
    if (!('settings' in result)) continue;
    const applied = narrowed(result.settings, { level, path }, options);
    notApplied.push(...applied.notApplied);
    idle.push({ path, ...idleKeys(result.settings) });
    layers.push({ level, path, anchor, settings: applied.settings });
  }
  const flag =
    options.settings === undefined ? undefined : withoutManagedOnly(givenSettings(options.settings, options.cwd), '(command line)');
  return {
    layers: flag ? withFlagLayer(layers, flag.settings, options.cwd) : layers,
    problems,
    notApplied: [...notApplied, ...(flag?.notApplied ?? [])],
    idle: idle.filter(({ kept, unknown }) => kept.length + unknown.length > 0),
  };
}

/** What of a file counts, by where it lies and whether that place is trusted. */
function narrowed(settings: Settings, { level, path }: Pick<SettingsLayer, 'level' | 'path'>, options: ResolveOptions): Narrowed {
  if (level === 'managed') return { settings, notApplied: [] };
  const own = withoutManagedOnly(settings, path);
  if (level !== 'project' && level !== 'local') return own;
  const rest = mayWiden(level, options) ? withoutDangers(own.settings, path) : withoutWidening(own.settings, path);
  return { settings: rest.settings, notApplied: [...own.notApplied, ...rest.notApplied] };
}

/** Settings of the caller are checked like a file, but a mistake in them is an error: the caller is there to mend it. */
function givenSettings(given: string | Record<string, unknown>, cwd: string): Settings {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const path = resolve(cwd, text);
  const read: ReadResult = /^\s*\{/.test(text) ? parseSettings(text, 'settings') : readSettings(path);
  if ('settings' in read) return read.settings;
  throw new AgentError('invalid_option', `Option "settings": ${'problem' in read ? read.problem : `there is no file ${path}`}.`);
}

/** The layers with these settings as those of the command line: above every file but the managed ones. */
export function withFlagLayer(layers: readonly SettingsLayer[], settings: Settings, cwd: string): SettingsLayer[] {
  const flag: SettingsLayer = { level: 'flag', path: '(command line)', anchor: cwd, settings };
  const managed = layers.filter(({ level }) => level === 'managed');
  return [...layers.filter(({ level }) => level !== 'managed' && level !== 'flag'), flag, ...managed];
}

const managedServersFile = 'managed-mcp.json';

/** The files that settings are read from, weakest first. */
export function settingsFiles(
  options: Pick<ResolveOptions, 'cwd' | 'env' | 'managedFolder'>,
): { level: SettingLevel; path: string; anchor: string }[] {
  const user = configDir(options.env);
  return [
    { level: 'user', path: join(user, 'settings.json'), anchor: user },
    { level: 'project', path: join(options.cwd, '.claude', 'settings.json'), anchor: options.cwd },
    { level: 'local', path: join(options.cwd, '.claude', 'settings.local.json'), anchor: options.cwd },
    ...managedFolders(options.env, options.managedFolder).flatMap((folder) =>
      managedFiles(folder).map((name) => ({ level: 'managed' as const, path: join(folder, name), anchor: folder })),
    ),
  ];
}

/** The files in which an administrator fixes the MCP servers; they count as settings. */
function serverFiles({ env, managedFolder }: ResolveOptions): ReturnType<typeof settingsFiles> {
  return managedFolders(env, managedFolder).map((folder) => ({ level: 'managed', path: join(folder, managedServersFile), anchor: folder }));
}

/** The settings of an administrator: one file, and more of them in a folder. */
function managedFiles(folder: string): string[] {
  return ['managed-settings.json', ...dropIns(folder)];
}

function dropIns(folder: string): string[] {
  try {
    const names = readdirSync(join(folder, 'managed-settings.d')).filter((name) => name.endsWith('.json'));
    return names.toSorted().map((name) => join('managed-settings.d', name));
  } catch {
    return []; // no such folder: nothing there
  }
}

/** The strongest value of a key, and the layer it comes from. */
export function settingOf<K extends keyof Settings>(
  resolved: Pick<ResolvedSettings, 'layers'>,
  key: K,
): { value: NonNullable<Settings[K]>; layer: SettingsLayer } | undefined {
  const layer = resolved.layers.findLast(({ settings }) => settings[key] !== undefined && settings[key] !== null);
  return layer && { value: layer.settings[key]!, layer };
}

/** Variables that settings add to the environment, the strongest layer last. */
export function envOf(resolved: ResolvedSettings): Record<string, string> {
  return Object.assign({}, ...resolved.layers.map(({ settings }) => settings.env ?? {})) as Record<string, string>;
}

/** The home folder as a session sees it. */
export function homeOf(env: Environment): string {
  return env.HOME || homedir();
}
