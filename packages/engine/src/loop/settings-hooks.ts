import type { HookEvent } from '@inboard/wire';
import { settingsHandlers, type HookConfigs } from '../hook/from-settings.js';
import type { HookHandler } from '../hook/handler.js';
import { createAskModel } from './side-question.js';
import type { Session } from './session.js';

/** Takes over the hooks that settings and plugins bring, unless hooks are turned off. */
export function registerSettingsHooks(session: Session): void {
  const configs = session.settingsLayers.flatMap(({ level, path, settings }): HookConfigs[] =>
    settings.hooks ? [{ source: level, path, hooks: settings.hooks }] : [],
  );
  session.hookRegistry.set('settings', hookHandlers(session, [...configs, ...session.plugins.flatMap((plugin) => plugin.hooks)]));
}

/** Makes handlers of hooks that stand in files; none when settings turn hooks off. */
export function hookHandlers(session: Session, configs: readonly HookConfigs[]): Map<HookEvent, HookHandler[]> {
  const { settingsLayers: layers, options } = session;
  if (configs.length === 0 || layers.some(({ settings }) => settings.disableAllHooks)) return new Map();
  const urls = layers.flatMap(({ settings }) => (settings.allowedHttpHookUrls ? [settings.allowedHttpHookUrls] : [])).at(-1);
  const variables = layers.flatMap(({ settings }) => (settings.httpHookAllowedEnvVars ? [settings.httpHookAllowedEnvVars] : [])).at(-1);
  const { handlers, problems } = settingsHandlers(configs, {
    cwd: options.cwd,
    env: options.env,
    askModel: createAskModel(session),
    ruleMatches: (rule, toolName, input) => session.permissions.ruleMatches(rule, toolName, input),
    ...(urls && { allowedUrls: urls }),
    ...(variables && { allowedVariables: variables }),
  });
  session.notices.push(...problems);
  return handlers;
}
