// Prepares a project when `inboard --init-only` is run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cli = join('packages', 'cli', 'dist', 'inboard.js');
const cwd = mkdtempSync(join(tmpdir(), 'inboard-example-'));

// #region setup
const settings = {
  hooks: {
    Setup: [{ matcher: 'init', hooks: [{ type: 'command', command: 'echo "prepared $CLAUDE_PROJECT_DIR" > prepared.txt' }] }],
  },
};
// #endregion

const { status } = spawnSync(process.execPath, [join(process.cwd(), cli), '--init-only', '--settings', JSON.stringify(settings)], { cwd });
const prepared = readFileSync(join(cwd, 'prepared.txt'), 'utf8');
rmSync(cwd, { recursive: true, force: true });
assert.equal(status, 0);
assert.equal(prepared, `prepared ${cwd}\n`);
console.log(prepared);
