import { join, resolve } from 'node:path';
import type { AgentRegistry } from '../agent/agent-registry.js';
import type { CommandRegistry } from '../command/command-registry.js';
import { Memory } from '../context/memory/memory.js';
import type { OpeningPart } from '../context/opening.js';
import { defaultStyle, type OutputStyle } from '../context/output-style.js';
import { scopeOf, type Scope } from '../document/scope.js';
import { loadExtensions, type LoadedExtensions } from './load-extensions.js';
import type { EngineOptions } from '../loop/session.js';
import type { ServerConfigs } from '../mcp/mcp-servers.js';
import { wantedPlugins } from '../plugin/wanted-plugins.js';
import { projectServers } from '../mcp/project-servers.js';
import { readServers } from '../mcp/read-servers.js';
import { ownServers } from '../mcp/server-file.js';
import { envFlag } from '../port/environment.js';
import type { Conversation } from '../session/conversation.js';
import { keyOf } from '../session/project-link.js';
import type { Restored } from '../session/restore.js';
import { SkillFinder } from '../skill/skill-finder.js';
import { settingOf, type ResolvedSettings } from '../setting/resolve.js';
import { approvedServers } from '../setting/trust.js';

export interface ExtendOptions {
  options: EngineOptions;
  resolved: ResolvedSettings;
  conversation: Conversation;
  restored: Restored | undefined;
  agents: AgentRegistry;
  commands: CommandRegistry;
  /** Told of files that turn up while the session runs and cannot be used. */
  tellLater: (problem: string) => void;
}

/** What files add to a session. */
export interface ExtendedSession extends LoadedExtensions {
  memory: Memory;
  skillFinder: SkillFinder;
  /** Memory as the beginning of a conversation; what the first one needs has been read. */
  memoryPart: OpeningPart;
  /** MCP servers of files that may run, by where they stand; the first of a name has it. */
  servers: Record<'managed' | 'local' | 'project' | 'user' | 'plugin', ServerConfigs>;
  style: OutputStyle | undefined;
  /** What a person should know, one line each. */
  notices: string[];
  notApplied: string[];
}

/** Reads everything in files that extends a session: memory, commands, agents, skills, styles, plugins, servers. */
export async function extendSession(given: ExtendOptions): Promise<ExtendedSession> {
  const { options, resolved, agents, commands } = given;
  const notices: string[] = [];
  const notApplied = [...resolved.notApplied];
  const tell = (problem: string): void => void notices.push(problem);
  const report = { tell, notApplied: (text: string): void => void notApplied.push(text) };
  const scope = scopeOf(options);
  const noServers = (options.pluginsWithoutServers ?? []).map((path) => ({ path, withoutServers: true }));
  const memory = makeMemory(given, scope, tell);
  const first = given.restored ? undefined : memory.opening();
  const [extensions, project] = await Promise.all([
    loadExtensions({
      scope,
      env: options.env,
      plugins: wantedPlugins([...(options.plugins ?? []), ...noServers], resolved, scope),
      layers: resolved.layers,
      agents,
      commands,
      ...report,
    }),
    options.strictMcpConfig
      ? {}
      : projectServers({
          scope,
          env: options.env,
          layers: resolved.layers,
          asked: options.settingSources?.includes('project') ?? false,
          approved: approvedServers(scope.cwd, options.env),
          ...report,
        }),
    first,
  ]);
  const plugin = options.strictMcpConfig ? {} : (Object.assign({}, ...extensions.plugins.map(({ servers }) => servers)) as ServerConfigs); // what each of them is
  const servers = { managed: managedServers(given, tell), ...personsServers(options, scope, tell), project, plugin };
  const style = chosenStyle(extensions.styles, resolved, tell);
  notices.sort((a, b) => a.localeCompare(b));
  return {
    ...extensions,
    memory,
    skillFinder: new SkillFinder({ scope, commands, layers: resolved.layers, tell: given.tellLater }),
    memoryPart: { source: 'memory', text: onceThen(first, () => memory.opening()) },
    servers,
    style,
    notices,
    notApplied,
  };
}

/** The servers a person has configured, of the sources the caller wants. */
function personsServers(options: EngineOptions, scope: Scope, tell: (problem: string) => void): ReturnType<typeof ownServers> {
  const wanted = { local: scope.sources.has('local'), user: scope.sources.has('user') };
  if (options.strictMcpConfig || (!wanted.local && !wanted.user)) return { local: {}, user: {} };
  const { local, user } = ownServers({ cwd: scope.cwd, env: options.env, tell });
  return { local: wanted.local ? local : {}, user: wanted.user ? user : {} };
}

/** The servers of managed settings, with the variables they name. */
function managedServers({ resolved, options }: ExtendOptions, tell: (problem: string) => void): ServerConfigs {
  const found = resolved.layers.filter(({ settings }) => settings.managedMcpServers);
  return Object.assign(
    {},
    ...found.map(({ path, settings }) =>
      readServers(JSON.stringify({ mcpServers: settings.managedMcpServers }), { path, env: options.env, tell }),
    ),
  ) as ServerConfigs; // what each of them is
}

function chosenStyle(styles: readonly OutputStyle[], resolved: ResolvedSettings, tell: (problem: string) => void): OutputStyle | undefined {
  const wanted = settingOf(resolved, 'outputStyle')?.value ?? defaultStyle;
  const style = styles.find(({ name }) => name === wanted);
  if (!style && wanted !== defaultStyle) tell(`There is no output style "${wanted}"; answers are given in the default one.`);
  return style;
}

function makeMemory({ options, resolved, restored, conversation }: ExtendOptions, scope: Scope, tell: (problem: string) => void): Memory {
  const seen = restored?.state.memoryFolders;
  return new Memory({
    scope,
    excludes: resolved.layers.flatMap(({ settings }) => settings.claudeMdExcludes ?? []),
    managedTexts: resolved.layers.flatMap(({ path, settings }) =>
      settings.claudeMd === undefined ? [] : [{ path, text: settings.claudeMd }],
    ),
    ...autoMemory(options, resolved, scope),
    moreFolders: envFlag(options.env, 'CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD') ? (options.additionalDirectories ?? []) : [],
    disabled: envFlag(options.env, 'CLAUDE_CODE_DISABLE_CLAUDE_MDS'),
    seenFolders: Array.isArray(seen) ? seen.map(String) : [],
    tell,
    remember: (memoryFolders) => conversation.recordState({ memoryFolders }),
  });
}

/** Where notes of agents about this project are, unless they are turned off. */
function autoMemory({ env, cwd }: EngineOptions, resolved: ResolvedSettings, scope: Scope): { autoFolder?: string } {
  const off = settingOf(resolved, 'autoMemoryEnabled')?.value === false || envFlag(env, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY');
  if (off) return {};
  const named = settingOf(resolved, 'autoMemoryDirectory')?.value;
  return {
    autoFolder: named === undefined ? join(scope.config, 'projects', keyOf(cwd), 'memory') : resolve(scope.home, named.replace(/^~\//, '')),
  };
}

/** A value that is there already for the first call, and made anew for each later one. */
function onceThen<T>(first: Promise<T> | undefined, then: () => Promise<T>): () => Promise<T> {
  let ready = first;
  return () => {
    const value = ready ?? then();
    ready = undefined;
    return value;
  };
}
