// Keeps every summary.
import assert from 'node:assert/strict';
import { reply, text } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region post-compact
const summaries: string[] = [];
const hooks: Options['hooks'] = {
  PostCompact: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'PostCompact') summaries.push(input.compact_summary);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks }, () => [reply(text('hi')), reply(text('They said hello.'))], 'hello', '/compact');
assert.deepEqual(summaries, ['They said hello.']);
console.log('ok');
