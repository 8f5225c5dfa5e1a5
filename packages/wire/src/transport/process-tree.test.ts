import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { descendants, isRunning, killTree, processGroup, processTree } from './process-tree.js';

const sleepForever = 'setInterval(() => {}, 1000)';
const parent = `const { spawn } = require('node:child_process');
  const child = (detached) => spawn(process.execPath, ['-e', ${JSON.stringify(sleepForever)}], { stdio: 'ignore', detached }).pid;
  process.stdout.write(JSON.stringify([child(false), child(true)]) + '\\n');
  ${sleepForever}`;

describe.runIf(existsSync('/proc/self/stat'))('a process tree', () => {
  it('is found whole and killed whole, also where a child has left the group', async () => {
    // A name with parentheses and spaces must not confuse the reading of /proc.
    const root = spawn(process.execPath, ['--title=a) Z (b', '-e', parent], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const [line] = (await once(root.stdout, 'data')) as [Buffer];
    const [near, far] = JSON.parse(String(line)) as [number, number];
    const members = processTree(root.pid!);
    expect(descendants(root.pid!).toSorted()).toEqual([near, far].toSorted());
    expect(
      processGroup(root.pid!)
        .map((member) => member.pid)
        .toSorted(),
    ).toEqual([root.pid, near].toSorted());
    expect(members.map(isRunning)).toEqual([true, true]);
    expect(isRunning({ pid: near, startedAt: -1 })).toBe(false);
    killTree(root.pid!, 'SIGKILL');
    expect(await once(root, 'exit')).toEqual([null, 'SIGKILL']);
    await expect.poll(() => members.map(isRunning)).toEqual([false, false]);
  });

  it('of nobody is empty, and killing it is no error', () => {
    expect(descendants(2 ** 30)).toEqual([]);
    killTree(2 ** 30, 'SIGKILL');
  });
});
