import { AgentError, permissionModes, toPermissionMode } from '@inboard/wire';
import { registerSettingsHooks } from '../loop/settings-hooks.js';
import type { Session } from '../loop/session.js';
import { pickModel } from '../loop/pick-model.js';
import { parseSettings } from '../setting/read.js';
import { withFlagLayer } from '../setting/resolve.js';
import { layerRules } from '../setting/session-rules.js';
import type { Settings } from '../setting/settings.js';

/** Changes the settings of the command line while a session runs: each key is replaced, `null` clears one. All of it or nothing. */
export function applyFlagSettings(session: Session, changes: Record<string, unknown>): void {
  const current = session.settingsLayers.find(({ level }) => level === 'flag')?.settings ?? {};
  const merged = Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null));
  const checked = parseSettings(JSON.stringify(merged), 'settings');
  if ('problem' in checked) throw new AgentError('invalid_option', checked.problem);
  const mode = modeOf(session, checked.settings);
  const model = 'model' in changes ? pickModel(session, checked.settings.model ?? session.options.model) : undefined;

  // Nothing below can fail: from here on everything is applied.
  const layers = withFlagLayer(session.settingsLayers, checked.settings, session.options.cwd);
  session.settingsLayers = layers;
  const { rules, problems } = layerRules(layers.filter(({ level }) => level === 'flag'));
  session.permissions.setRules('flagSettings', rules);
  session.notices.push(...problems);
  registerSettingsHooks(session);
  if (model !== undefined) session.settings.model = model;
  if (checked.settings.env) session.options.env = { ...session.options.env, ...checked.settings.env };
  if (mode && 'permissions' in changes) session.setPermissionMode(mode);
}

function modeOf({ options }: Session, { permissions }: Settings) {
  const name = permissions?.defaultMode;
  if (name === undefined) return undefined;
  const mode = toPermissionMode(name);
  if (!mode) throw new AgentError('invalid_option', `Unknown permission mode "${name}". The modes are: ${permissionModes.join(', ')}.`);
  if (mode === 'bypassPermissions' && !options.allowDangerouslySkipPermissions)
    throw new AgentError(
      'invalid_option',
      'Settings cannot skip permissions: pass "allowDangerouslySkipPermissions: true" from the start.',
    );
  return mode;
}
