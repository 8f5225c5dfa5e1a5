import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentError } from '../errors.js';
import { exitError, subprocessTransport, type SubprocessOptions, type SubprocessTransport } from './subprocess.js';
import type { WireMessage } from './transport.js';

const script = fileURLToPath(new URL('fixture/child.js', import.meta.url));
const open: SubprocessTransport[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
});

function start(behaviour: string, options: Partial<SubprocessOptions> = {}): SubprocessTransport {
  const args = [script, ...behaviour.split(' ')];
  const transport = subprocessTransport({ command: process.execPath, args, env: process.env, grace: { term: 200, kill: 400 }, ...options });
  open.push(transport);
  return transport;
}

async function next(transport: SubprocessTransport): Promise<WireMessage> {
  const { value, done } = await transport.incoming[Symbol.asyncIterator]().next();
  if (done) throw exitError(await transport.exited);
  return value;
}

async function readAll(transport: SubprocessTransport): Promise<WireMessage[]> {
  const messages: WireMessage[] = [];
  for await (const message of transport.incoming) messages.push(message);
  return messages;
}

/** A zombie that its new parent has not looked at yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false; // no such process
  }
}

describe('the kill ladder', () => {
  it('lets a child that ends with its input go in peace', async () => {
    const child = start('echo', { grace: { term: 10_000, kill: 10_000 } });
    await child.send({ type: 'hello' });
    expect(await next(child)).toEqual({ type: 'hello' });
    await child.close();
    expect(await child.exited).toEqual({ code: 0, signal: null, stderr: '' });
    expect(isAlive(child.pid!)).toBe(false);
  });

  it('asks a child that stays after the end of its input', async () => {
    const child = start('slow', { grace: { term: 100, kill: 10_000 } });
    await next(child);
    await child.close();
    expect(await child.exited).toMatchObject({ code: 7, signal: null });
  });

  it('kills a child that ignores SIGTERM', async () => {
    const child = start('stubborn');
    await next(child);
    await child.close();
    expect(await child.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it.runIf(existsSync('/proc/self/stat')).each(['stay', 'leave'])(
    'leaves nobody of the family behind when the child would %s',
    async (what) => {
      const child = start(`family ${what}`);
      const { pids } = (await next(child)) as WireMessage & { pids: number[] };
      expect(pids.map(isAlive)).toEqual([true, true, true]);
      await child.close();
      await expect.poll(() => pids.map(isAlive)).toEqual([false, false, false]);
    },
  );

  it('tells a custom spawner when patience is over', async () => {
    const signals: AbortSignal[] = [];
    const { spawn } = await import('node:child_process');
    const child = start('slow', {
      spawn: ({ command, args, signal }) => {
        signals.push(signal);
        return spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      },
    });
    await next(child);
    expect(signals[0]?.aborted).toBe(false);
    await child.close();
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('a child that cannot start', () => {
  it('says that the program does not exist', async () => {
    const child = start('', { command: '/nowhere/engine', args: [] });
    expect(await readAll(child)).toEqual([]);
    expect(exitError(await child.exited)).toMatchObject({
      code: 'engine_not_found',
      message: 'The engine could not be started: spawn /nowhere/engine ENOENT',
    });
    await expect(child.send({ type: 'x' })).rejects.toMatchObject({ code: 'transport_closed' });
  });

  it('says that the program cannot be run', async () => {
    const child = start('', { command: script, args: [] });
    expect(exitError(await child.exited)).toMatchObject({ code: 'engine_not_found', message: expect.stringContaining('EACCES') as string });
  });

  it('says that an argument cannot be passed', () => {
    expect(() => start('', { args: ['a\0b'] })).toThrow(expect.objectContaining({ code: 'engine_not_found' }) as Error);
  });

  it.each(['/nowhere/at/all', script])('says that %s is no folder to work in', (cwd) => {
    expect(() => start('echo', { cwd })).toThrow(
      expect.objectContaining({ code: 'cwd_missing', message: expect.stringContaining(cwd) as string }) as Error,
    );
  });
});

describe('a child that ends early', () => {
  it('is reported with its exit code and its last words', async () => {
    const heard: string[] = [];
    const child = start('complain', { onStderr: (text) => heard.push(text) });
    expect(await readAll(child)).toEqual([]);
    const error = exitError(await child.exited);
    expect(error).toMatchObject({ code: 'engine_exited', data: { exitCode: 3, signal: null } });
    expect(error.message).toMatch(
      /exited with code 3 before it delivered a result\.\nIts last words on standard error:\n[^]*the real reason$/,
    );
    expect(error.message.length).toBeLessThan(5000);
    expect(heard.join('')).toContain('early line');
  });

  it('is reported with the signal that ended it', async () => {
    const child = start('slow');
    await next(child);
    process.kill(child.pid!, 'SIGKILL');
    expect(exitError(await child.exited).message).toBe('The engine process was ended by SIGKILL before it delivered a result.');
  });

  it.each(['deaf', 'die'])('refuses what can no longer be written to one that turns out %s', async (behaviour) => {
    const child = start(behaviour);
    const write = async () => {
      for (;;) await child.send({ type: 'more', body: 'x'.repeat(100_000) });
    };
    await expect(write()).rejects.toMatchObject({ code: 'transport_closed' });
    expect(child.signal.aborted).toBe(true);
    expect(await child.exited).toMatchObject(behaviour === 'die' ? { code: 3 } : { signal: 'SIGTERM' });
  });

  it('delivers the five megabytes it wrote right before its exit, also to a reader that comes late', async () => {
    const child = start('farewell');
    await child.send({ type: 'go' });
    await child.exited;
    const [farewell, ...rest] = await readAll(child);
    expect([String(farewell?.body).length, rest]).toEqual([5_000_000, []]);
  });
});

describe('what a child says', () => {
  it('goes on after noise, which is reported', async () => {
    const problems: AgentError[] = [];
    const child = start('noise', { onProblem: (problem) => problems.push(problem) });
    expect(await readAll(child)).toEqual([{ type: 'one' }, { type: 'two' }]);
    expect(problems.map((problem) => problem.data.line)).toEqual(['npm warn deprecated', '\u0007not json {']);
  });

  it('may be a single line of 20 MB, both ways', async () => {
    const child = start('echo');
    const message = { type: 'large', body: 'x'.repeat(20_000_000) };
    const [echoed] = await Promise.all([next(child), child.send(message)]);
    expect(String(echoed.body).length).toBe(20_000_000);
  });

  it('keeps flowing after this side has ended', async () => {
    const child = start('measure');
    await child.send({ type: 'x' });
    await child.end();
    expect(await readAll(child)).toEqual([{ type: 'measured', bytes: 13 }]);
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('does not fill the memory when nobody reads', async () => {
    const child = start('flood');
    await next(child);
    const before = process.memoryUsage().rss;
    let highest = before;
    for (let looks = 0; looks < 40; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect((highest - before) / 1024 / 1024).toBeLessThan(50);
    expect(await next(child)).toMatchObject({ type: 'flood' });
  });
});
