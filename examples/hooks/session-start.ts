// Tells the model something at the start.
import assert from 'node:assert/strict';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region session-start
const hooks: Options['hooks'] = {
  SessionStart: [
    {
      matcher: 'startup|resume',
      hooks: [
        async () => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'The build is red since this morning.' } }),
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks });
assert.match(played.sent, /The build is red since this morning/);
console.log(played.result);
