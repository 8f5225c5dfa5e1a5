import { credentials, resolveSettings, settingOf } from '@inboard/engine';
import type { Check } from './check.js';

/** Where the key comes from; never the key. */
export const modelAccess: Check = async (place) => {
  const resolved = await resolveSettings(place);
  const env = { ...place.env, ...Object.assign({}, ...resolved.layers.map(({ settings }) => settings.env ?? {})) } as NodeJS.ProcessEnv; // texts all
  const { source } = credentials(env);
  const address = env.ANTHROPIC_BASE_URL;
  const where = address === undefined || address === '' ? '' : `, at ${hostOf(address)}`;
  if (source !== 'none') return [{ name: 'model', status: 'ok', text: `key from ${source}${where}` }];
  const helper = settingOf(resolved, 'apiKeyHelper');
  if (helper) return [{ name: 'model', status: 'ok', text: `key from apiKeyHelper of ${helper.layer.path}${where}` }];
  if (where !== '') return [{ name: 'model', status: 'warn', text: `no key${where}`, advice: 'Fine if that server needs none.' }];
  return [
    {
      name: 'model',
      status: 'warn',
      text: 'no key: the embedded offline model answers',
      advice: 'Set ANTHROPIC_API_KEY for a real model.',
    },
  ];
};

/** An address may hold a password; its host does not. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'an address that makes no sense (ANTHROPIC_BASE_URL)';
}
