import { lazy, sandboxSettings } from '@inboard/wire';
import * as z from 'zod';

const text = (about: string) => z.string().optional().describe(about);
const flag = (about: string) => z.boolean().optional().describe(about);
const list = (about: string) => z.array(z.string()).optional().describe(about);

/** One hook in a settings file. A file whose hooks are wrong still counts, so they are checked one by one. */
export const hookSetting = lazy(() =>
  z.looseObject({
    type: z.enum(['command', 'http', 'prompt']),
    command: text('The shell command; with "args" a program that is run without a shell.'),
    args: list('Arguments of the program.'),
    url: text('The address that is called.'),
    headers: z.record(z.string(), z.string()).optional().describe('Headers; $NAME stands for a variable in allowedEnvVars.'),
    allowedEnvVars: list('Variables that headers may use.'),
    prompt: text('The question to the small model; $ARGUMENTS stands for what happened.'),
    model: text('The model that is asked.'),
    if: text('A permission rule that the call must fit.'),
    timeout: z.number().positive().optional().describe('Seconds.'),
    async: flag('Nobody waits for it.'),
    onFailure: z.enum(['continue', 'block']).optional().describe('What it means when the hook itself fails.'),
  }),
);
export type HookSetting = z.infer<ReturnType<typeof hookSetting>>;

/** A hook as it is read from a file: anything at first. */
export const anyHook = lazy(() => z.unknown());

const permissionSettings = () =>
  z.looseObject({
    allow: list('Calls that run without asking.'),
    deny: list('Calls that never run.'),
    ask: list('Calls that are always asked about.'),
    defaultMode: text('The permission mode a session begins in.'),
    additionalDirectories: list('More folders the agent may work in.'),
    disableBypassPermissionsMode: z.enum(['disable']).optional().describe('Nobody can skip permissions.'),
  });

/** The keys of a settings file that the engine acts on. Others are kept and reported. */
export const settingsSchema = lazy(() =>
  z.looseObject({
    $schema: text('The address of this schema, for editors.'),
    permissions: permissionSettings().optional().describe('What the agent may do.'),
    model: text('An alias or a full model id.'),
    fallbackModel: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Takes over when the model is overloaded.'),
    effortLevel: text('How hard the model tries.'),
    alwaysThinkingEnabled: flag('The model thinks before it answers.'),
    env: z.record(z.string(), z.string()).optional().describe('Variables for the session and what it starts.'),
    apiKeyHelper: text('A program that prints the API key; run without a shell. Only in user and managed settings.'),
    hooks: z
      .record(z.string(), z.array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(anyHook()) })))
      .optional()
      .describe('What is called at events of a session.'),
    disableAllHooks: flag('No hook of any file runs.'),
    allowedHttpHookUrls: list('Addresses that hooks may call.'),
    httpHookAllowedEnvVars: list('Variables that hooks may send.'),
    enableAllProjectMcpServers: flag('Every server of .mcp.json may run.'),
    enabledMcpjsonServers: list('Servers of .mcp.json that may run.'),
    disabledMcpjsonServers: list('Servers of .mcp.json that never run.'),
    allowedMcpServers: z.array(z.unknown()).optional().describe('Servers that may be used at all.'),
    deniedMcpServers: z.array(z.unknown()).optional().describe('Servers that may never be used.'),
    claudeMdExcludes: list('Globs of memory files that are left out.'),
    autoCompactEnabled: flag('Long conversations are summarised by themselves.'),
    autoCompactWindow: z.number().positive().optional().describe('Tokens after which they are.'),
    cleanupPeriodDays: z
      .number()
      .min(1)
      .optional()
      .describe('Days that a session is kept after it was last used; 30 when it is not set. Only in user and managed settings.'),
    fileCheckpointingEnabled: flag('Files are copied before they are changed.'),
    plansDirectory: text('Where plans are kept.'),
    outputStyle: text('The style of answers, by name.'),
    agent: text('The agent that the main conversation runs as.'),
    sandbox: sandboxSettings().optional().describe('Confines shell commands.'),
    bashOutputMaxChars: z.number().positive().optional().describe('Characters of a command that the model sees.'),
    respectGitignore: flag('Searches leave out what git ignores.'),
    language: text('The language of answers.'),
    includeGitInstructions: flag('The prompt speaks of git.'),
    skillOverrides: z.record(z.string(), z.string()).optional().describe('Skills by name: on, name-only, user-invocable-only or off.'),
    enabledPlugins: z.record(z.string(), z.unknown()).optional().describe('Plugins by name.'),
  }),
);
export type Settings = z.infer<ReturnType<typeof settingsSchema>>;

/** Where settings come from, weakest first. */
export const settingLevels = ['user', 'project', 'local', 'flag', 'managed'] as const;
export type SettingLevel = (typeof settingLevels)[number];

/** Settings of one origin. */
export interface SettingsLayer {
  level: SettingLevel;
  /** The file, or what stands for one. */
  path: string;
  settings: Settings;
  /** What `/x` in a path rule starts from. */
  anchor: string;
}
