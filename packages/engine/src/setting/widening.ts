import type { Settings } from './settings.js';

/** Variables that change where requests go, who is trusted or what runs: a repository may never set them. */
const neverFromRepository =
  /^(ANTHROPIC_|CLAUDE_|AWS_|GOOGLE_|OPENAI_|NODE_|NPM_|LD_|DYLD_|GIT_|SSH_|SSL_|BASH_|PYTHON|RUBY|PERL|JAVA_|INBOARD_)|^(HTTPS?_PROXY|ALL_PROXY|NO_PROXY|PATH|HOME|SHELL|ENV|IFS|PROMPT_COMMAND|PAGER|EDITOR|VISUAL|BROWSER|TMPDIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i;

/** What was left out of a layer, in words. */
export interface Narrowed {
  settings: Settings;
  notApplied: string[];
}

/** The part of a repository's settings that can only restrict. The rest waits for trust. */
export function withoutWidening(settings: Settings, path: string): Narrowed {
  const notApplied: string[] = [];
  const drop = (name: string) =>
    notApplied.push(`${name} of ${path} (the folder is not trusted: run "inboard trust", or name the source in settingSources)`);
  const {
    permissions,
    hooks,
    env,
    apiKeyHelper,
    enableAllProjectMcpServers,
    enabledMcpjsonServers,
    sandbox,
    model,
    agent,
    disableAllHooks,
    cleanupPeriodDays,
    ...rest
  } = settings;
  const { allow, additionalDirectories, defaultMode, ...restricting } = permissions ?? {};
  if (allow?.length) drop('permissions.allow');
  if (additionalDirectories?.length) drop('permissions.additionalDirectories');
  if (defaultMode !== undefined) drop('permissions.defaultMode');
  if (hooks && Object.keys(hooks).length > 0) drop('hooks');
  if (disableAllHooks) drop('disableAllHooks');
  if (env && Object.keys(env).length > 0) drop('env');
  if (apiKeyHelper !== undefined) drop('apiKeyHelper');
  if (enableAllProjectMcpServers || enabledMcpjsonServers?.length) drop('MCP server approvals');
  if (sandbox) drop('sandbox');
  if (agent !== undefined) drop('agent');
  if (cleanupPeriodDays !== undefined) notApplied.push(notForRepository(path));
  return { settings: { ...rest, ...(model !== undefined && { model }), ...(permissions && { permissions: restricting }) }, notApplied };
}

const notForRepository = (path: string): string =>
  `cleanupPeriodDays of ${path} (how long your sessions are kept is for user and managed settings to say)`;

/** What even a trusted repository may not do: set dangerous variables, bring a key helper, or skip permissions. */
export function withoutDangers(settings: Settings, path: string): Narrowed {
  const notApplied: string[] = [];
  const { apiKeyHelper, cleanupPeriodDays, ...rest } = settings;
  if (apiKeyHelper !== undefined) notApplied.push(`apiKeyHelper of ${path} (only user and managed settings may bring one)`);
  if (cleanupPeriodDays !== undefined) notApplied.push(notForRepository(path));
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
