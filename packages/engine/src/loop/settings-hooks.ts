import type { HookEvent } from '@inboard/wire';
import { settingsHandlers, type HookConfigs } from '../hook/from-settings.js';
import type { HookHandler } from '../hook/handler.js';
import { extensionHooksAreOff, hooksOf } from '../hook/settings-hooks.js';
import { envNumber } from '../port/environment.js';
import { createAskModel } from './side-question.js';
import type { Session } from './session.js';

/** Takes over the hooks that settings and plugins bring, without those that are turned off. */
export function registerSettingsHooks(session: Session): void {
  const { settingsLayers: layers, plugins, hookRegistry } = session;
  const ofPlugins = extensionHooksAreOff(layers) ? [] : plugins.flatMap((plugin) => plugin.hooks);
  hookRegistry.set('settings', makeHandlers(session, [...hooksOf(layers), ...ofPlugins]));
}

/** Makes handlers of hooks that an agent or a skill brings; none when settings turn hooks off. */
export function hookHandlers(session: Session, configs: readonly HookConfigs[]): Map<HookEvent, HookHandler[]> {
  return extensionHooksAreOff(session.settingsLayers) ? new Map() : makeHandlers(session, configs);
}

function makeHandlers(session: Session, configs: readonly HookConfigs[]): Map<HookEvent, HookHandler[]> {
  if (configs.length === 0) return new Map();
  const { settingsLayers: layers, options } = session;
  const { handlers, problems } = settingsHandlers(configs, {
    cwd: options.cwd,
    env: options.env,
    askModel: createAskModel(session),
    envFile: session.envFile,
    ruleMatches: (rule, call) => session.permissions.ruleMatches(rule, call),
    allowedUrls: layers.flatMap(({ settings }) => (settings.allowedHttpHookUrls ? [settings.allowedHttpHookUrls] : [])),
    allowedVariables: layers.flatMap(({ settings }) => (settings.httpHookAllowedEnvVars ? [settings.httpHookAllowedEnvVars] : [])),
    ...(options.env.INBOARD_HOOK_TIMEOUT_MS && { timeoutMs: envNumber(options.env, 'INBOARD_HOOK_TIMEOUT_MS', 60_000) }),
  });
  session.notices.push(...problems);
  return handlers;
}
