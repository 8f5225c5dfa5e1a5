// Gives an isolated subagent a copy of the folder, without git.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reply, text, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

let copy = '';

// #region worktree
const hooks: Options['hooks'] = {
  WorktreeCreate: [
    {
      hooks: [
        async (input) => {
          copy = mkdtempSync(join(tmpdir(), 'copy-'));
          cpSync(join(input.cwd, 'notes.txt'), join(copy, 'notes.txt'));
          return { hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: copy } };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks, permissionMode: 'acceptEdits' }, () => [
  reply(toolUse('Task', { description: 'edit', prompt: 'add a file', subagent_type: 'general-purpose', isolation: 'worktree' })),
  reply(toolUse('Write', { file_path: 'more.txt', content: 'more notes' })),
  reply(text('I added more.txt.')),
]);
rmSync(copy, { recursive: true, force: true });
assert.match(played.sent, new RegExp(`Its changes are in the worktree ${copy}`));
console.log(played.result);
