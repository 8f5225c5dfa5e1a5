import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { configDir } from '../session/paths.js';
import { managedFolder } from './managed-folder.js';
import { parseSettings, readSettings, type ReadResult } from './read.js';
import type { Settings, SettingsLayer, SettingLevel } from './settings.js';
import { mayWiden } from './trust.js';
import { withoutDangers, withoutWidening } from './widening.js';

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
}

/** Reads every settings file side by side and applies the trust rule. */
export async function resolveSettings(options: ResolveOptions): Promise<ResolvedSettings> {
  const wanted = options.settingSources ?? ['user', 'project', 'local'];
  const files = settingsFiles(options).filter(({ level }) => level === 'managed' || (wanted as readonly string[]).includes(level));
  const read = await Promise.all(files.map(async (file) => ({ ...file, result: await readSettings(file.path) })));
  const layers: SettingsLayer[] = [];
  const problems: string[] = [];
  const notApplied: string[] = [];
  for (const { level, path, anchor, result } of read) {
    if ('problem' in result) problems.push(result.problem);
    if (!('settings' in result)) continue;
    const fromRepository = level === 'project' || level === 'local';
    const safe = fromRepository ? withoutDangers(result.settings, path) : { settings: result.settings, notApplied: [] };
    const applied = fromRepository && !mayWiden(level, options) ? withoutWidening(result.settings, path) : safe;
    notApplied.push(...applied.notApplied);
    layers.push({ level, path, anchor, settings: applied.settings });
  }
  return {
    layers:
      options.settings === undefined ? layers : withFlagLayer(layers, await givenSettings(options.settings, options.cwd), options.cwd),
    problems,
    notApplied,
  };
}

/** Settings of the caller are checked like a file, but a mistake in them is an error: the caller is there to mend it. */
async function givenSettings(given: string | Record<string, unknown>, cwd: string): Promise<Settings> {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const path = resolve(cwd, text);
  const read: ReadResult = /^\s*\{/.test(text) ? parseSettings(text, 'settings') : await readSettings(path);
  if ('settings' in read) return read.settings;
  throw new AgentError('invalid_option', `Option "settings": ${'problem' in read ? read.problem : `there is no file ${path}`}.`);
}

/** The layers with these settings as those of the command line: above every file but the managed ones. */
export function withFlagLayer(layers: readonly SettingsLayer[], settings: Settings, cwd: string): SettingsLayer[] {
  const flag: SettingsLayer = { level: 'flag', path: '(command line)', anchor: cwd, settings };
  const managed = layers.filter(({ level }) => level === 'managed');
  return [...layers.filter(({ level }) => level !== 'managed' && level !== 'flag'), flag, ...managed];
}

/** The files that settings are read from, weakest first. */
export function settingsFiles(
  options: Pick<ResolveOptions, 'cwd' | 'env' | 'managedFolder'>,
): { level: SettingLevel; path: string; anchor: string }[] {
  const user = configDir(options.env);
  // A folder named by the environment adds to the policy of the machine; it cannot take its place.
  const folders = [options.managedFolder ?? managedFolder(), options.env.INBOARD_MANAGED_DIR].filter(
    (folder) => folder !== undefined && folder !== '',
  );
  return [
    { level: 'user', path: join(user, 'settings.json'), anchor: user },
    { level: 'project', path: join(options.cwd, '.claude', 'settings.json'), anchor: options.cwd },
    { level: 'local', path: join(options.cwd, '.claude', 'settings.local.json'), anchor: options.cwd },
    ...folders.map((folder) => ({ level: 'managed' as const, path: join(folder!, 'managed-settings.json'), anchor: folder! })), // empty ones were just left out
  ];
}

/** The strongest value of a key, and the layer it comes from. */
export function settingOf<K extends keyof Settings>(
  resolved: ResolvedSettings,
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
