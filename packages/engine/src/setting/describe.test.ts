import { expect, it } from 'vitest';
import { describeSettings, unknownKeys } from './describe.js';
import type { SettingsLayer } from './settings.js';

const layer = (level: SettingsLayer['level'], settings: SettingsLayer['settings']): SettingsLayer => ({
  level,
  path: `/${level}.json`,
  anchor: '/',
  settings,
});

it('names the origin of every value in force and hides what may be secret', () => {
  const layers = [
    layer('user', { model: 'haiku', permissions: { deny: ['Read(.env)'] }, env: { TOKEN: 'secret' } }),
    layer('project', { model: 'opus', permissions: { deny: ['WebFetch'] } }),
  ];
  expect(describeSettings(layers)).toEqual([
    { name: 'env.TOKEN', value: '(set)', level: 'user', path: '/user.json' },
    { name: 'model', value: 'opus', level: 'project', path: '/project.json' },
    { name: 'permissions.deny[]', value: 'Read(.env)', level: 'user', path: '/user.json' },
    { name: 'permissions.deny[]', value: 'WebFetch', level: 'project', path: '/project.json' },
  ]);
});

it('finds keys it does not know', () => {
  expect(unknownKeys(layer('user', { model: 'x', thema: 'dark', permissions: { alow: [] } }))).toEqual(['thema', 'permissions.alow']);
});
