import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { exitError, watchExit } from './process-end.js';
import type { SpawnedProcess } from './spawned-process.js';

/** A process of somebody's own making, in the hands of the test. */
class CustomProcess extends EventEmitter implements SpawnedProcess {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly killed = false;
  readonly exitCode = null;
  kill = () => true;
}

describe('watchExit', () => {
  it('waits for last words that come after the exit', async () => {
    const child = new CustomProcess();
    const ended = watchExit(child);
    child.emit('exit', 3, null);
    await new Promise((resolve) => setImmediate(resolve));
    child.stderr.end('too late?');
    expect(await ended).toEqual({ code: 3, signal: null, stderr: 'too late?' });
  });

  it('does not wait for ever when something else holds standard error open', async () => {
    const child = new CustomProcess();
    const ended = watchExit(child);
    child.stderr.write('half a line');
    child.emit('exit', null, 'SIGTERM');
    expect(await ended).toEqual({ code: null, signal: 'SIGTERM', stderr: 'half a line' });
  });

  it('keeps the first of several ends and takes a late error without a crash', async () => {
    const child = new CustomProcess();
    const ended = watchExit(child);
    child.stderr.end();
    const failure = new Error('spawn ENOENT');
    child.emit('error', failure);
    child.emit('error', new Error('kill ESRCH'));
    expect(await ended).toEqual({ code: null, signal: null, error: failure, stderr: '' });
    expect(exitError(await ended)).toMatchObject({
      code: 'engine_not_found',
      message: 'The engine could not be started: spawn ENOENT',
      cause: failure,
    });
  });

  it('keeps whole characters and only the end of a long story', async () => {
    const child = new CustomProcess();
    const ended = watchExit(child);
    const story = Buffer.from(`${'x'.repeat(10_000)}ü€😀`);
    for (const byte of story) child.stderr.write(Uint8Array.of(byte));
    child.stderr.end();
    child.emit('exit', 1, null);
    const { stderr } = await ended;
    expect([stderr.length, stderr.slice(-4)]).toEqual([4096, 'ü€😀']);
  });
});
