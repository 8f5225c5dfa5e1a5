import { agentMemories, describeIssues, effortLevels, mcpServerConfig, toPermissionMode } from '@inboard/wire';
import * as z from 'zod';
import { listField, switchField, textField } from '../document/field.js';
import type { Document } from '../document/document.js';
import { nameByPlace } from '../document/markdown-files.js';
import { settingsSchema } from '../setting/settings.js';
import type { AgentType } from './agent-type.js';

/** What may be told of an agent file: it cannot be used, or a part of it is not applied. */
export interface AgentFileReport {
  problem(text: string): void;
  notApplied(text: string): void;
}

/** The agents that files stand for. A file that cannot be one is told of. */
export function fileAgents(documents: readonly Document[], report: AgentFileReport): AgentType[] {
  return documents.flatMap((document) => {
    const agent = fileAgent(document, report);
    return agent ? [agent] : [];
  });
}

function fileAgent(document: Document, report: AgentFileReport): AgentType | undefined {
  const { fields, place, path, body } = document;
  const description = textField(fields, 'description');
  if (description === undefined) {
    report.problem(`${path}: an agent needs a "description" in its head`);
    return undefined;
  }
  reportOddities(document, report);
  const own = textField(fields, 'name') ?? nameByPlace(path, place.folder);
  const model = textField(fields, 'model');
  const maxTurns = fields.maxTurns;
  const tools = listField(fields, 'tools');
  const disallowedTools = listField(fields, 'disallowedTools');
  const skills = listField(fields, 'skills');
  const effort = effortLevels.find((level) => level === textField(fields, 'effort'));
  const initialPrompt = textField(fields, 'initialPrompt');
  return {
    name: place.prefix === undefined ? own : `${place.prefix}:${own}`,
    description,
    prompt: body.trim(),
    source: place.origin,
    path,
    ...(tools && { tools }),
    ...(disallowedTools && { disallowedTools }),
    ...(model !== undefined && { model }),
    ...(isCount(maxTurns) && { maxTurns }),
    ...(effort && { effort }),
    ...(initialPrompt !== undefined && { initialPrompt }),
    ...(skills && { skills }),
    ...(switchField(fields, 'background') && { background: true }),
    ...(textField(fields, 'isolation') === 'worktree' && { isolated: true }),
    ...widening(document, report),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

const knownFields = new Set([
  'name',
  'description',
  'tools',
  'disallowedTools',
  'model',
  'permissionMode',
  'maxTurns',
  'skills',
  'mcpServers',
  'hooks',
  'memory',
  'background',
  'effort',
  'isolation',
  'color',
  'initialPrompt',
]);

/** One line for all fields that nobody knows, and one for each value that makes no sense. */
function reportOddities({ fields, path }: Document, report: AgentFileReport): void {
  const unknown = Object.keys(fields).filter((name) => !knownFields.has(name));
  if (unknown.length > 0) report.problem(`${path}: unknown in the head of an agent: ${unknown.join(', ')}`);
  if (fields.maxTurns !== undefined && !isCount(fields.maxTurns))
    report.problem(`${path}: "maxTurns" is a whole number above 0, not ${JSON.stringify(fields.maxTurns)}`);
  const choice = (name: string, values: readonly string[]) => {
    const given = textField(fields, name);
    if (given !== undefined && !values.includes(given)) report.problem(`${path}: "${name}" is ${values.join(', ')}, not "${given}"`);
  };
  choice('effort', effortLevels);
  choice('memory', agentMemories);
  choice('isolation', ['worktree']);
}

/** What can run something, widen what is allowed or reach other files: only from folders that are trusted, and never from plugins. */
function widening({ fields, place, path }: Document, report: AgentFileReport): Partial<AgentType> {
  const given = ['permissionMode', 'hooks', 'mcpServers', 'memory'].filter((name) => fields[name] !== undefined);
  if (given.length === 0) return {};
  if (place.origin === 'plugin' || !place.trusted) {
    const why =
      place.origin === 'plugin'
        ? 'agents of plugins may not have them'
        : 'the folder is not trusted: run "inboard trust", or name the source in settingSources';
    report.notApplied(`${given.join(', ')} of ${path} (${why})`);
    return {};
  }
  const mode = textField(fields, 'permissionMode');
  const permissionMode = mode === undefined ? undefined : toPermissionMode(mode);
  if (mode !== undefined && !permissionMode) report.problem(`${path}: there is no permission mode "${mode}"`);
  const hooks = checked(settingsSchema().shape.hooks, fields.hooks, `${path}: hooks`, report);
  const mcpServers = checked(serverList(), fields.mcpServers, `${path}: mcpServers`, report);
  const memory = agentMemories.find((each) => each === textField(fields, 'memory'));
  return {
    ...(permissionMode && { permissionMode }),
    ...(hooks && { hooks }),
    ...(mcpServers && { mcpServers }),
    ...(memory && { memory }),
  };
}

const serverList = () =>
  z.union([
    z.array(z.union([z.string(), z.record(z.string(), mcpServerConfig())])),
    z.record(z.string(), mcpServerConfig()).transform((servers) => [servers]),
  ]);

function checked<T>(schema: z.ZodType<T>, value: unknown, where: string, report: AgentFileReport): T | undefined {
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  report.problem(`${where}: ${describeIssues(parsed.error)}`);
  return undefined;
}
