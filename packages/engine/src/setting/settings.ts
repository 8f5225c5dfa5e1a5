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
    denyInsteadOfPrompting: flag('Nobody is asked: calls that need an answer are denied.'),
    disableBypassPermissionsMode: z.enum(['disable']).optional().describe('Nobody can skip permissions.'),
  });

/** The keys of a settings file that the engine acts on. Others are kept and reported. */
export const settingsSchema = lazy(() =>
  z.looseObject({
    $schema: text('The address of this schema, for editors.'),
    permissions: permissionSettings().optional().describe('What the agent may do.'),
    allowManagedPermissionRulesOnly: flag('Only managed rules allow calls; the others may still deny. Only in managed settings.'),
    model: text('An alias or a full model id.'),
    fallbackModel: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Takes over when the model is overloaded.'),
    availableModels: list('The models that may be chosen, by alias or id; the lists of all files hold. The default stays.'),
    enforceAvailableModels: flag('The default model must be in availableModels too.'),
    deniedModels: list('Models that may never be chosen.'),
    modelOverrides: z
      .record(z.string(), z.string())
      .optional()
      .describe('Ids to use in the place of others, for a server with names of its own.'),
    effortLevel: text('How hard the model tries: low, medium, high or max.'),
    maxEffortLevel: text('The most effort that anybody can ask for.'),
    alwaysThinkingEnabled: flag('The model thinks before it answers; false turns it off.'),
    env: z.record(z.string(), z.string()).optional().describe('Variables for the session and what it starts.'),
    apiKeyHelper: text('A program that prints the API key; run without a shell. Only in user and managed settings.'),
    hooks: z
      .record(z.string(), z.array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(anyHook()) })))
      .optional()
      .describe('What is called at events of a session.'),
    allowManagedHooksOnly: flag('Of the hooks in files only managed ones run. Only in managed settings.'),
    disableAllHooks: flag('No hook of any file runs.'),
    allowedHttpHookUrls: list('Addresses that hooks may call.'),
    httpHookAllowedEnvVars: list('Variables that hooks may send.'),
    enableAllProjectMcpServers: flag('Every server of .mcp.json may run.'),
    enabledMcpjsonServers: list('Servers of .mcp.json that may run.'),
    disabledMcpjsonServers: list('Servers of .mcp.json that never run.'),
    allowedMcpServers: z.array(z.unknown()).optional().describe('Servers that may be used at all.'),
    deniedMcpServers: z.array(z.unknown()).optional().describe('Servers that may never be used.'),
    managedMcpServers: z.record(z.string(), z.unknown()).optional().describe('Servers that always run. Only in managed settings.'),
    allowManagedMcpServersOnly: flag('No other servers run than managed and allowed ones. Only in managed settings.'),
    claudeMd: text('Memory for every session. Only in managed settings.'),
    claudeMdExcludes: list('Globs of memory files that are left out.'),
    autoMemoryEnabled: flag('Notes that an agent has left for the project are read; on when absent.'),
    autoMemoryDirectory: text('Where those notes are.'),
    autoCompactEnabled: flag('Long conversations are summarised by themselves.'),
    autoCompactWindow: z.number().positive().optional().describe('Tokens after which they are.'),
    cleanupPeriodDays: z
      .number()
      .min(1)
      .optional()
      .describe('Days that a session is kept after it was last used; 30 when it is not set. Only in user and managed settings.'),
    fileCheckpointingEnabled: flag('Files are copied before they are changed, unless the caller has said otherwise.'),
    plansDirectory: text('Approved plans are written to this folder, from the working folder.'),
    outputStyle: text('The style of answers, by name.'),
    agent: text('The agent that the main conversation runs as.'),
    sandbox: sandboxSettings().optional().describe('Confines shell commands.'),
    bashOutputMaxChars: z.number().positive().optional().describe('Characters of the output of a command that the model sees.'),
    respectGitignore: flag('Whether searches leave out what git ignores; without it Grep does and Glob does not.'),
    language: text('The language of answers, such as "German".'),
    includeGitInstructions: flag('The prompt speaks of git; on when absent.'),
    attribution: z
      .union([z.boolean(), z.looseObject({ commit: z.string().optional(), pr: z.string().optional() })])
      .optional()
      .describe('What commit messages and pull requests end with; nothing when absent.'),
    includeCoAuthoredBy: flag('The older name of attribution.'),
    skillListingMaxDescChars: z.number().positive().optional().describe('Characters of one description in the list of skills.'),
    skillListingBudgetFraction: z.number().positive().max(1).optional().describe('The part of the context window for that list.'),
    disableSkillShellExecution: flag('Command lines in commands and skills are not run.'),
    skillOverrides: z.record(z.string(), z.string()).optional().describe('Skills by name: on, name-only, user-invocable-only or off.'),
    enabledPlugins: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Plugins by name: true loads one from the plugins folder, false keeps it out.'),
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
