import { expect, it } from 'vitest';
import type { SettingsLayer } from '../setting/settings.js';
import { permittedServers } from './server-policy.js';

const layer = (level: SettingsLayer['level'], settings: SettingsLayer['settings']): SettingsLayer => ({
  level,
  path: '',
  anchor: '/',
  settings,
});
const servers = { a: { command: 'a', args: ['x'] }, b: { type: 'http' as const, url: 'https://b.example/mcp' }, c: { command: 'c' } };
const names = (...layers: SettingsLayer[]) => Object.keys(permittedServers(servers, layers, () => undefined));

it('leaves out what any settings deny', () => {
  expect(names()).toEqual(['a', 'b', 'c']);
  expect(
    names(
      layer('project', { deniedMcpServers: [{ serverName: 'c' }] }),
      layer('user', { deniedMcpServers: [{ serverUrl: 'https://*.example/*' }, 'junk', null] }),
    ),
  ).toEqual(['a']);
  expect(names(layer('user', { deniedMcpServers: [{ serverCommand: ['a', 'x'] }] }))).toEqual(['b', 'c']);
});

it('keeps to the list of an administrator and to nobody else', () => {
  expect(names(layer('managed', { allowedMcpServers: [{ serverName: 'b' }] }))).toEqual(['b']);
  expect(names(layer('managed', { allowedMcpServers: [] }))).toEqual([]);
  expect(names(layer('project', { allowedMcpServers: [] }))).toEqual(['a', 'b', 'c']);
});
