import { agentDefinition } from '../agent.js';
import type { Infer } from '../define.js';
import { effortLevels } from '../effort.js';
import { AgentError } from '../errors.js';
import { jsonSchema } from '../json-schema.js';
import { mcpServerConfig } from '../mcp.js';
import { givenPermissionMode } from '../permission/mode.js';
import * as z from 'zod';
import type { SpawnedProcess, SpawnOptions } from '../transport/spawned-process.js';
import type { CanUseTool, HookCallbacks, McpServerConfig, OnElicitation } from './callbacks.js';
import { filledList, json, list, mapped, number, repeated, switchFor, text } from './form.js';
import { option, type OptionRow } from './row.js';
import { sandboxSettings } from './sandbox.js';
import type { SessionStore } from './session-store.js';

const aFunction = <T>() => z.custom<T>((value) => typeof value === 'function', 'expected a function');
const on = switchFor(true);
const off = switchFor(false);
const strings = () => z.array(z.string());
const id = () => z.string().min(1, 'expected a session id');

/** Every option of `query()`, once. Types, flags, the `initialize` request and the docs come from these rows. */
export const options = {
  abortController: option({
    host: true,
    doc: 'Cancels the query; the iterator then throws `AbortError`.',
    schema: () => z.instanceof(AbortController),
  }),
  additionalDirectories: option({ doc: 'More folders the agent may work in.', schema: strings, flag: ['--add-dir', repeated] }),
  agent: option({ doc: 'Runs the main conversation as this agent.', schema: () => z.string(), flag: ['--agent', text] }),
  agents: option({
    doc: 'Subagents, by name.',
    schema: () => z.record(z.string(), agentDefinition()),
    flag: ['--agents', { ...json, encode: () => [] }], // travels in `initialize`
    initialize: 'agents',
  }),
  allowedTools: option({
    doc: 'Rules for calls that run without asking. This does not limit which tools exist: `tools` does.',
    schema: strings,
    flag: ['--allowedTools', filledList, '--allowed-tools'],
  }),
  canUseTool: option({ host: true, doc: 'Asked about every call that no rule decides.', schema: () => aFunction<CanUseTool>() }),
  continue: option({
    doc: 'Goes on with the newest session of this folder.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--continue', on, '-c'],
  }),
  cwd: option({ doc: 'The folder to work in.', default: 'the current folder', schema: () => z.string() }),
  disallowedTools: option({
    doc: 'Rules for calls that never run. A bare tool name also hides the tool from the model.',
    schema: strings,
    flag: ['--disallowedTools', filledList, '--disallowed-tools'],
  }),
  tools: option({
    doc: 'Which built-in tools exist: a list, `[]` for none, or the preset for all.',
    default: 'all',
    schema: () => z.union([strings(), z.object({ type: z.literal('preset'), preset: z.literal('claude_code') })]),
    flag: [
      '--tools',
      mapped(list, {
        out: (value: string[] | object) => (Array.isArray(value) ? value : ['default']),
        in: (value: string[]) => (value.length === 1 && value[0] === 'default' ? { type: 'preset', preset: 'claude_code' } : value),
      }),
    ],
  }),
  env: option({
    doc: 'The environment of the engine and of everything it starts. Replaces the inherited one.',
    default: 'process.env',
    schema: () => z.record(z.string(), z.union([z.string(), z.undefined()])),
  }),
  executable: option({
    host: true,
    doc: 'The JavaScript runtime that runs the engine script.',
    default: 'node',
    schema: () => z.enum(['bun', 'deno', 'node']),
  }),
  executableArgs: option({ host: true, doc: 'Arguments of that runtime.', schema: strings }),
  extraArgs: option({
    host: true,
    doc: 'More flags for the engine; `null` for a flag without a value.',
    schema: () => z.record(z.string(), z.string().nullable()),
  }),
  fallbackModel: option({
    doc: 'Takes over when the model is overloaded; several are tried in order, separated by commas.',
    schema: () => z.string(),
    flag: ['--fallback-model', text],
  }),
  enableFileCheckpointing: option({
    doc: 'Keeps a copy of each file before it is changed, for `rewindFiles()`.',
    default: 'false',
    schema: () => z.boolean(),
    environment: 'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING',
  }),
  forkSession: option({
    doc: 'Resumes under a new session id.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--fork-session', on],
  }),
  betas: option({ doc: 'Beta features of the API.', schema: strings, flag: ['--betas', filledList] }),
  hooks: option({
    host: true,
    doc: 'Functions called at events of the session.',
    schema: () => z.custom<HookCallbacks>((value) => typeof value === 'object' && value !== null),
    initialize: 'hooks',
  }),
  persistSession: option({
    doc: 'Whether the session is kept on the disk; one that is not cannot be resumed.',
    default: 'true',
    schema: () => z.boolean(),
    flag: ['--no-session-persistence', off],
  }),
  includePartialMessages: option({
    doc: 'Also yields the raw events of the model stream.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--include-partial-messages', on],
  }),
  includeHookEvents: option({
    doc: 'Also tells of every hook that runs.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--include-hook-events', on],
  }),
  thinking: option({
    doc: 'How the model thinks; wins over `maxThinkingTokens`.',
    default: 'adaptive where the model can',
    schema: () =>
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('adaptive') }),
        z.object({ type: z.literal('enabled'), budgetTokens: z.number().int().positive().optional() }),
        z.object({ type: z.literal('disabled') }),
      ]),
    flag: ['--thinking', mapped(text, { out: (value: { type: string }) => value.type, in: (type: string) => ({ type }) })],
  }),
  effort: option({
    doc: 'How hard the model tries.',
    default: "the model's own",
    schema: () => z.enum(effortLevels),
    flag: ['--effort', text],
  }),
  maxThinkingTokens: option({
    doc: 'Tokens for thinking; 0 turns it off.',
    schema: () => z.number().int().nonnegative(),
    flag: ['--max-thinking-tokens', number],
  }),
  maxTurns: option({
    doc: 'Model requests per prompt at most.',
    default: 'no limit',
    schema: () => z.number().int().positive(),
    flag: ['--max-turns', number],
  }),
  maxBudgetUsd: option({
    doc: 'Dollars at most; checked before each request.',
    default: 'no limit',
    schema: () => z.number().positive(),
    flag: ['--max-budget-usd', number],
  }),
  mcpServers: option({
    doc: 'MCP servers, by name. Those of type `sdk` live in this process.',
    schema: () =>
      z.record(
        z.string(),
        z.union([
          z.custom<McpServerConfig>((value) => typeof value === 'object' && value !== null && 'instance' in value),
          mcpServerConfig() as z.ZodType<McpServerConfig>, // the same shapes, where `sdk` has no instance
        ]),
      ),
    flag: [
      '--mcp-config',
      {
        ...json,
        encode: (value) => (Object.keys(value as object).length === 0 ? [] : [JSON.stringify({ mcpServers: value })]),
        decode: (texts, flag) => Object.assign({}, ...texts.map((each) => readMcpConfig(json.decode([each], flag), flag))),
      },
    ],
  }),
  toolAliases: option({
    doc: 'Other names the model may use for a tool: it calls the first, the second runs.',
    schema: () => z.record(z.string(), z.string()),
    initialize: 'toolAliases',
  }),
  onElicitation: option({
    host: true,
    doc: 'Asked when an MCP server has a question for the person.',
    default: 'declined',
    schema: () => aFunction<OnElicitation>(),
  }),
  model: option({
    doc: 'An alias (`sonnet`, `opus`, `haiku`, `fable`) or a full model id.',
    default: 'sonnet',
    schema: () => z.string().min(1),
    flag: ['--model', text],
  }),
  outputFormat: option({
    doc: 'Asks for a final answer that fits a JSON schema.',
    schema: () => z.object({ type: z.literal('json_schema'), schema: jsonSchema() }),
    flag: [
      '--json-schema',
      mapped(json, { out: (value: { schema: unknown }) => value.schema, in: (schema: unknown) => ({ type: 'json_schema', schema }) }),
    ],
    initialize: 'jsonSchema',
  }),
  pathToClaudeCodeExecutable: option({
    host: true,
    doc: 'Drives this engine in a child process instead of the one in-process.',
    schema: () => z.string().min(1),
  }),
  permissionMode: option({
    doc: 'What happens to calls that no rule decides.',
    default: 'default',
    schema: givenPermissionMode,
    flag: ['--permission-mode', text],
  }),
  allowDangerouslySkipPermissions: option({
    doc: 'Must be set for `bypassPermissions`.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--allow-dangerously-skip-permissions', on],
  }),
  permissionPromptToolName: option({
    doc: 'The MCP tool that answers permission questions.',
    schema: () => z.string().min(1),
    flag: ['--permission-prompt-tool', text],
  }),
  planModeInstructions: option({
    doc: 'How to work in plan mode, in place of our own advice. That nothing may be changed is said in any case.',
    schema: () => z.string(),
    initialize: 'planModeInstructions',
  }),
  plugins: option({
    doc: 'Plugin folders.',
    schema: () => z.array(z.object({ type: z.literal('local'), path: z.string() })),
    flag: [
      '--plugin-dir',
      mapped(repeated, {
        out: (value: { path: string }[]) => value.map((plugin) => plugin.path),
        in: (paths: string[]) => paths.map((path) => ({ type: 'local', path })),
      }),
    ],
  }),
  promptSuggestions: option({
    doc: 'Suggests a next prompt after each result.',
    default: 'false',
    schema: () => z.boolean(),
    initialize: 'promptSuggestions',
  }),
  resume: option({ doc: 'Goes on with this session.', schema: id, flag: ['--resume', text, '-r'] }),
  sessionId: option({
    doc: 'The id of the new session (a UUID).',
    default: 'a new one',
    schema: () => z.uuid('expected a UUID'),
    flag: ['--session-id', text],
  }),
  sessionStore: option({
    doc: 'Also keeps transcripts in a store of your own, and resumes from it. For the engine in this process.',
    schema: () =>
      z.custom<SessionStore>(
        (value) => typeof value === 'object' && value !== null && 'append' in value && 'load' in value,
        'expected an object with append() and load()',
      ),
  }),
  resumeSessionAt: option({ doc: 'Resumes at this message; later ones are left out.', schema: id, flag: ['--resume-session-at', text] }),
  sandbox: option({
    doc: 'Confines shell commands.',
    schema: sandboxSettings, // travels inside `settings`
  }),
  settings: option({
    doc: 'Settings that win over every file but the managed ones: an object, its JSON, or the name of a file.',
    schema: () => z.union([z.string().min(1), z.record(z.string(), z.unknown())]),
    flag: [
      '--settings',
      {
        ...json,
        encode: (value) => [typeof value === 'string' ? value : JSON.stringify(value)],
        decode: (texts, flag) => readSettings(json.decode(texts, flag), flag),
      },
    ],
  }),
  settingSources: option({
    doc: 'Which settings files are read; `[]` reads none.',
    default: 'user, project, local',
    schema: () => z.array(z.enum(['user', 'project', 'local'])),
    flag: ['--setting-sources', list],
  }),
  skills: option({
    doc: 'Skills the model is told of and may load without asking: their names, or `all`.',
    default: 'all are told of, and asked about',
    schema: () => z.union([z.literal('all'), z.array(z.string().regex(/^[^*]+$/, 'expected the name of a skill'))]),
    initialize: 'skills',
  }),
  title: option({
    doc: 'The title of a new session, in lists of sessions.',
    schema: () => z.string().min(1),
    initialize: 'title',
  }),
  debug: option({ doc: 'Writes a debug log.', default: 'false', schema: () => z.boolean(), flag: ['--debug', on] }),
  debugFile: option({ doc: 'Where to write the debug log; turns it on.', schema: () => z.string().min(1), flag: ['--debug-file', text] }),
  stderr: option({ host: true, doc: 'Given what the engine writes to standard error.', schema: () => aFunction<(data: string) => void>() }),
  strictMcpConfig: option({
    doc: 'Uses only the MCP servers given here.',
    default: 'false',
    schema: () => z.boolean(),
    flag: ['--strict-mcp-config', on],
  }),
  systemPrompt: option({
    doc: 'A prompt of your own, or the coding preset with something added. Without it the prompt is minimal.',
    default: 'a minimal prompt',
    schema: () =>
      z.union([z.string(), z.object({ type: z.literal('preset'), preset: z.literal('claude_code'), append: z.string().optional() })]),
    initialize: 'systemPrompt',
  }),
  spawnClaudeCodeProcess: option({
    host: true,
    doc: 'Starts the engine in a way of your own.',
    schema: () => aFunction<(options: SpawnOptions) => SpawnedProcess>(),
  }),
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof options;
/** What `query()` takes. */
export type Options = { [N in OptionName]?: Infer<(typeof options)[N]['schema']> };

/** Options that stay with the host: callbacks, and how to reach an engine. */
export type HostOptionName = { [N in OptionName]: (typeof options)[N]['host'] extends true ? N : never }[OptionName];

/** What concerns an engine. Callbacks stay with the host and are reached by messages. */
export function engineOptions<T extends Options>(given: T): Omit<T, HostOptionName> {
  const isHost = (name: string) => (options as Record<string, OptionRow>)[name]?.host === true;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isHost(name))) as Omit<T, HostOptionName>; // what is left is not the host's
}

function readMcpConfig(value: unknown, flag: string): object {
  const servers = typeof value === 'object' && value !== null && 'mcpServers' in value ? value.mcpServers : undefined;
  if (typeof servers === 'object' && servers !== null) return servers;
  throw new AgentError('invalid_option', `${flag} takes {"mcpServers": {name: server}}.`);
}

function readSettings(value: unknown, flag: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new AgentError('invalid_option', `${flag} takes a JSON object or the name of a file that holds one.`);
}
