// Says when settings have changed under a running session.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { reply, text } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region config-change
const changed: string[] = [];
const hooks: Options['hooks'] = {
  ConfigChange: [
    {
      matcher: 'user_settings',
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'ConfigChange') changed.push(input.source);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play(
  { hooks, settingSources: ['user'] },
  (folder) => [
    () => (mkdirSync(`${folder}/config`, { recursive: true }), writeFileSync(`${folder}/config/settings.json`, '{}'), reply(text('ok'))),
  ],
  'one',
  'two',
);
assert.deepEqual(changed, ['user_settings']);
console.log('ok');
