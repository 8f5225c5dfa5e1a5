import type { AgentRegistry } from '../agent/agent-registry.js';
import { fileAgents } from '../agent/file-agent.js';
import type { Command } from '../command/command.js';
import type { CommandOrigin, CommandRegistry } from '../command/command-registry.js';
import { fileCommands, refusedGrants, skillCommands } from '../command/file-command.js';
import { outputStyles, type OutputStyle } from '../context/output-style.js';
import type { Document, Origin, Place } from '../document/document.js';
import { readFolders, readPlaces } from '../document/read-places.js';
import { placesOf, type Scope } from '../document/scope.js';
import { overrideSkills } from '../skill/skill-override.js';
import type { SettingsLayer } from '../setting/settings.js';
import type { WantedPlugin } from '../plugin/wanted-plugins.js';
import { readPlugin, type Plugin, type PluginProblem } from '../plugin/plugin.js';

export interface LoadOptions {
  scope: Scope;
  env: Readonly<Record<string, string | undefined>>;
  plugins: readonly WantedPlugin[];
  layers: readonly SettingsLayer[];
  agents: AgentRegistry;
  commands: CommandRegistry;
  /** Told of files that cannot be used. */
  tell: (problem: string) => void;
  /** Told of what was found and not applied. */
  notApplied: (text: string) => void;
}

/** What plugins bring besides agents and commands. */
export interface LoadedExtensions {
  styles: OutputStyle[];
  plugins: Plugin[];
  pluginProblems: PluginProblem[];
}

/** Reads everything in files that extends a session, all side by side, and hands it to the registries. */
export async function loadExtensions(options: LoadOptions): Promise<LoadedExtensions> {
  const { scope } = options;
  const pluginProblems: PluginProblem[] = [];
  const plugins = (
    await Promise.all(
      options.plugins.map((wanted) =>
        readPlugin(wanted, { cwd: scope.cwd, env: options.env, tell: (problem) => pluginProblems.push(problem) }),
      ),
    )
  ).filter((plugin) => plugin !== undefined);
  // What is wrong with a file of a plugin is a problem of the plugin.
  const tell = (problem: string): void => {
    const plugin = plugins.find(({ root }) => problem.startsWith(`${root}/`));
    if (plugin) pluginProblems.push({ plugin: plugin.name, path: plugin.path, message: problem });
    else options.tell(problem);
  };
  const places = (kind: string, ofPlugin: (plugin: Plugin) => Place[]) => [...plugins.flatMap(ofPlugin), ...placesOf(kind, scope)];
  const [commands, skills, agents, styles] = await Promise.all([
    readPlaces(
      places('commands', (plugin) => plugin.commands),
      tell,
    ),
    readFolders(
      places('skills', (plugin) => plugin.skills),
      'SKILL.md',
      tell,
    ),
    readPlaces(
      places('agents', (plugin) => plugin.agents),
      tell,
    ),
    readPlaces(
      places('output-styles', (plugin) => plugin.styles),
      tell,
    ),
  ]);
  setCommands({ ...options, tell }, commands, skills);
  for (const [origin, documents] of byOrigin(agents)) {
    options.agents.set(origin, fileAgents(documents, { problem: tell, notApplied: options.notApplied }));
  }
  return { styles: outputStyles(styles), plugins, pluginProblems: pluginProblems.toSorted((a, b) => a.path.localeCompare(b.path)) };
}

function setCommands(
  { commands: registry, layers, tell, notApplied }: LoadOptions,
  commands: readonly Document[],
  skills: readonly Document[],
): void {
  for (const text of [...commands, ...skills].flatMap(refusedGrants)) notApplied(text);
  const managed: Command[] = [];
  const add = (origin: Origin, kind: 'command' | 'skill', made: Command[]): void => {
    if (origin === 'managed') managed.push(...made);
    else registry.set(`${origin} ${kind}` satisfies CommandOrigin, made);
  };
  for (const [origin, documents] of byOrigin(commands)) add(origin, 'command', fileCommands(documents, tell));
  for (const [origin, documents] of byOrigin(skills)) add(origin, 'skill', overrideSkills(skillCommands(documents, tell), layers));
  registry.set('managed', managed);
}

function byOrigin(documents: readonly Document[]): Map<Origin, Document[]> {
  const groups = new Map<Origin, Document[]>();
  for (const document of documents) groups.set(document.place.origin, [...(groups.get(document.place.origin) ?? []), document]);
  return groups;
}
