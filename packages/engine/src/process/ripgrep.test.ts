import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench } from '../../../../test/support/tool-bench.js';
import { search, type SearchOptions } from './ripgrep.js';

function options(folder: string, more: Partial<SearchOptions>): SearchOptions {
  return {
    args: ['--files', '--null'],
    cwd: folder,
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    separator: '\0',
    onRecord: () => true,
    ...more,
  };
}

describe('search', () => {
  it('ends at its time limit with what it has', async () => {
    const { folder } = toolBench();
    writeFileSync(join(folder, 'a'), 'needle\n');
    execFileSync('mkfifo', [join(folder, 'fifo')]); // nobody writes to it: reading it never ends
    const found: string[] = [];
    const onRecord = (record: string) => found.push(record) > 0;
    const end = await search(
      options(folder, { args: ['--line-buffered', '--threads=1', 'needle', 'a', 'fifo'], separator: '\n', timeoutMs: 1000, onRecord }),
    );
    expect(end).toEqual({ code: null, stderr: '', timedOut: true, enough: false });
    expect(found).toEqual(['a:needle']);
  });

  it('ends when there is enough', async () => {
    const { folder } = toolBench();
    for (let index = 0; index < 10; index += 1) writeFileSync(join(folder, `f${index}`), '');
    let count = 0;
    expect((await search(options(folder, { onRecord: () => (count += 1) < 3 }))).enough).toBe(true);
    expect(count).toBe(3);
  });

  it('ends when it is told to', async () => {
    const { folder } = toolBench();
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const stop = new AbortController();
    const running = search(options(folder, { args: ['needle', 'fifo'], signal: stop.signal }));
    stop.abort();
    await expect(running).rejects.toThrow('aborted');
  });
});
