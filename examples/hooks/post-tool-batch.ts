// Counts the calls of each reply.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region post-tool-batch
const batches: number[] = [];
const hooks: Options['hooks'] = {
  PostToolBatch: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'PostToolBatch') batches.push(input.tool_calls.length);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks }, (folder) => [reply(toolUse('Glob', { pattern: '*' }), toolUse('Read', { file_path: `${folder}/notes.txt` }))]);
assert.deepEqual(batches, [2]);
console.log('ok');
