import { expect, it } from 'vitest';
import type { SettingLevel, SettingsLayer } from '../setting/settings.js';
import { extensionHooksAreOff } from './settings-hooks.js';

const turnsOff = (level: SettingLevel): SettingsLayer => ({ level, path: level, anchor: '/p', settings: { disableAllHooks: true } });

it('lets everybody but a repository turn off hooks of plugins, agents and skills', () => {
  const levels: SettingLevel[] = ['user', 'project', 'local', 'flag', 'managed'];
  expect(levels.filter((level) => extensionHooksAreOff([turnsOff(level)]))).toEqual(['user', 'flag', 'managed']);
});
