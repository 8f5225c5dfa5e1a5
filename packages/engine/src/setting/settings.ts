import { lazy, sandboxSettings } from '@inboard/wire';
import * as z from 'zod';

const strings = () => z.array(z.string()).optional();

/** One hook in a settings file. A file whose hooks are wrong still counts, so they are checked one by one. */
export const hookSetting = lazy(() =>
  z.looseObject({
    type: z.enum(['command', 'http', 'prompt']),
    command: z.string().optional(),
    args: z.array(z.string()).optional(),
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    allowedEnvVars: z.array(z.string()).optional(),
    prompt: z.string().optional(),
    model: z.string().optional(),
    if: z.string().optional(),
    timeout: z.number().positive().optional(),
    async: z.boolean().optional(),
    onFailure: z.enum(['continue', 'block']).optional(),
  }),
);
export type HookSetting = z.infer<ReturnType<typeof hookSetting>>;

/** The keys of a settings file that the engine acts on. Others are kept and reported. */
export const settingsSchema = lazy(() =>
  z.looseObject({
    $schema: z.string().optional(),
    permissions: z
      .looseObject({
        allow: strings(),
        deny: strings(),
        ask: strings(),
        defaultMode: z.string().optional(),
        additionalDirectories: strings(),
        disableBypassPermissionsMode: z.enum(['disable']).optional(),
      })
      .optional(),
    model: z.string().optional(),
    fallbackModel: z.union([z.string(), z.array(z.string())]).optional(),
    effortLevel: z.string().optional(),
    alwaysThinkingEnabled: z.boolean().optional(),
    env: z.record(z.string(), z.string()).optional(),
    apiKeyHelper: z.string().optional(),
    hooks: z.record(z.string(), z.array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(z.unknown()) }))).optional(),
    disableAllHooks: z.boolean().optional(),
    allowedHttpHookUrls: strings(),
    httpHookAllowedEnvVars: strings(),
    enableAllProjectMcpServers: z.boolean().optional(),
    enabledMcpjsonServers: strings(),
    disabledMcpjsonServers: strings(),
    allowedMcpServers: z.array(z.unknown()).optional(),
    deniedMcpServers: z.array(z.unknown()).optional(),
    claudeMdExcludes: strings(),
    autoCompactEnabled: z.boolean().optional(),
    autoCompactWindow: z.number().positive().optional(),
    cleanupPeriodDays: z.number().min(1).optional(),
    fileCheckpointingEnabled: z.boolean().optional(),
    plansDirectory: z.string().optional(),
    outputStyle: z.string().optional(),
    agent: z.string().optional(),
    sandbox: sandboxSettings().optional(),
    bashOutputMaxChars: z.number().positive().optional(),
    respectGitignore: z.boolean().optional(),
    language: z.string().optional(),
    includeGitInstructions: z.boolean().optional(),
    skillOverrides: z.record(z.string(), z.string()).optional(),
    enabledPlugins: z.record(z.string(), z.unknown()).optional(),
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
