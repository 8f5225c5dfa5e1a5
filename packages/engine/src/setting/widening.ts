import { isKnownKey } from './known-keys.js';
import type { Settings } from './settings.js';

/** Variables that change where requests go, who is trusted or what runs: a repository may never set them. */
const neverFromRepository =
  /^(ANTHROPIC_|CLAUDE_|AWS_|GOOGLE_|OPENAI_|NODE_|NPM_|LD_|DYLD_|GIT_|SSH_|SSL_|BASH_|PYTHON|RUBY|PERL|JAVA_|INBOARD_)|^(HTTPS?_PROXY|ALL_PROXY|NO_PROXY|PATH|HOME|SHELL|ENV|IFS|PROMPT_COMMAND|PAGER|EDITOR|VISUAL|BROWSER|TMPDIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i;

/** What counts from a repository that nobody trusts: it restricts, or it can do no harm. Everything else waits, also what later versions add. */
export const countsUntrusted: ReadonlySet<string> = new Set([
  '$schema',
  'allowedHttpHookUrls',
  'alwaysThinkingEnabled',
  'autoCompactEnabled',
  'autoCompactWindow',
  'availableModels',
  'bashOutputMaxChars',
  'deniedMcpServers',
  'deniedModels',
  'disabledMcpjsonServers',
  'disableSkillShellExecution',
  'effortLevel',
  'fallbackModel',
  'httpHookAllowedEnvVars',
  'includeGitInstructions',
  'maxEffortLevel',
  'model',
  'outputStyle',
  'permissions.ask',
  'permissions.deny',
  'permissions.denyInsteadOfPrompting',
  'permissions.disableBypassPermissionsMode',
  'respectGitignore',
  'skillOverrides',
]);

/** What only managed settings may say. */
export const managedOnly: ReadonlySet<string> = new Set([
  'allowManagedHooksOnly',
  'allowManagedMcpServersOnly',
  'allowManagedPermissionRulesOnly',
  'claudeMd',
  'managedMcpServers',
]);

/** What was left out of a layer, in words. */
export interface Narrowed {
  settings: Settings;
  notApplied: string[];
}

/** The part of a repository's settings that can only restrict. The rest waits for trust. */
export function withoutWidening(settings: Settings, path: string): Narrowed {
  const permissions = part(settings.permissions ?? {}, (key) => countsUntrusted.has(`permissions.${key}`));
  const rest = part(settings, (key) => key === 'permissions' || countsUntrusted.has(key));
  const waiting = [...permissions.left.map((key) => `permissions.${key}`), ...rest.left.filter((key) => isKnownKey(key))];
  return {
    settings: { ...rest.kept, ...(settings.permissions && { permissions: permissions.kept }) },
    notApplied: waiting.map(
      (key) => `${key} of ${path} (the folder is not trusted: run "inboard trust", or name the source in settingSources)`,
    ),
  };
}

/** Splits an object by its keys; `left` are those that had something to say. */
function part(value: Readonly<Record<string, unknown>>, keeps: (key: string) => boolean): { kept: Settings; left: string[] } {
  const entries = Object.entries(value);
  return {
    kept: Object.fromEntries(entries.filter(([key]) => keeps(key))),
    left: entries.filter(([key, each]) => !keeps(key) && saysSomething(each)).map(([key]) => key),
  };
}

function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false;
}

/** What even a trusted repository may not do: set dangerous variables, bring a key helper, or skip permissions. */
export function withoutDangers(settings: Settings, path: string): Narrowed {
  const notApplied: string[] = [];
  const { apiKeyHelper, cleanupPeriodDays, ...rest } = settings;
  if (apiKeyHelper !== undefined) notApplied.push(`apiKeyHelper of ${path} (only user and managed settings may bring one)`);
  if (cleanupPeriodDays !== undefined)
    notApplied.push(`cleanupPeriodDays of ${path} (how long your sessions are kept is for user and managed settings to say)`);
  const narrowed: Settings = { ...rest };
  if (settings.env) {
    const refused = Object.keys(settings.env).filter((name) => neverFromRepository.test(name));
    narrowed.env = Object.fromEntries(Object.entries(settings.env).filter(([name]) => !neverFromRepository.test(name)));
    for (const name of refused) notApplied.push(`env.${name} of ${path} (a repository may not set it)`);
  }
  if (settings.permissions?.defaultMode === 'bypassPermissions') {
    const { defaultMode: _, ...permissions } = settings.permissions;
    narrowed.permissions = permissions;
    notApplied.push(`permissions.defaultMode of ${path} (a repository may not skip permissions)`);
  }
  return { settings: narrowed, notApplied };
}

/** Settings without what only an administrator may say. */
export function withoutManagedOnly(settings: Settings, path: string): Narrowed {
  const { kept, left } = part(settings, (key) => !managedOnly.has(key));
  return { settings: kept, notApplied: left.map((key) => `${key} of ${path} (only managed settings may have it)`) };
}
