import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { kindsOf, reply, resultsOf, text, textsOf } from '@inboard/testing';
import { descendants } from '@inboard/wire/subprocess';
import { describe, expect, it } from 'vitest';
import { cliPath, testEnv } from '../harness.js';
import { allowEndless, endlessCall, reached } from '../talk.js';
import { ended, gone, isAlive, messagesOf, place, promptLine, requestLine, seen, streamFlags } from './run-cli.js';

/** The processes an engine has started, once there are some. */
async function toolsOf(pid: number): Promise<number[]> {
  await reached(() => descendants(pid).length > 0);
  return descendants(pid);
}

describe('serving a host over standard input and output', () => {
  it('steps over what is no message and reports it', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    const input = [
      'not json',
      '{"half": ',
      '[1,2]',
      '"text"',
      'null',
      '',
      '{"type":7}',
      '{"type":"from_the_future","x":1}',
      '\u0000\u0001',
    ].join('\r\n');
    const end = await here.run(streamFlags, { input: `${input}\n${promptLine('hi')}` });
    const messages = messagesOf(end.stdout);
    expect(end.code).toBe(0);
    expect(textsOf(messages)).toEqual(['ok']);
    expect(end.stderr).toContain('not json');
    expect(end.stderr).not.toMatch(/^\s+at /m);
  });

  it('takes a last line without a newline, and reports one that was cut off', async () => {
    const here = await place();
    here.model.always(reply(text('ok')));
    const whole = await here.run(streamFlags, { input: promptLine('hi').trimEnd() });
    expect(resultsOf(messagesOf(whole.stdout))).toHaveLength(1);
    const cut = await here.run(streamFlags, { input: promptLine('one') + promptLine('two').slice(0, 30) });
    expect(resultsOf(messagesOf(cut.stdout))).toHaveLength(1);
    expect(cut.stderr).toContain('not JSON');
  });

  it('reports known messages with wrong types and goes on', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    const wrong = [
      { type: 'user' },
      { type: 'user', message: 'hi' },
      { type: 'user', message: { role: 'user', content: 7 } },
      { type: 'control_request' },
      { type: 'control_request', request_id: 7, request: {} },
      { type: 'control_request', request_id: 'a', request: { subtype: 'set_model', model: 7 } },
      { type: 'control_request', request_id: 'b', request: { subtype: 'no_such_request' } },
      { type: 'control_request', request_id: 'c', request: { subtype: '__proto__' } },
      { type: 'control_response', response: { subtype: 'success', request_id: 'nobody asked' } },
      { type: 'control_response', response: null },
      { type: 'control_cancel_request' },
      { type: 'control_cancel_request', request_id: 'nobody asked' },
      { type: 'keep_alive' },
    ];
    const end = await here.run(streamFlags, { input: wrong.map((message) => `${JSON.stringify(message)}\n`).join('') + promptLine('hi') });
    const messages = messagesOf(end.stdout);
    expect(end.code).toBe(0);
    expect(textsOf(messages)).toEqual(['ok']);
    const answers = messages
      .filter(({ type }) => type === 'control_response')
      .map(({ response }) => response as { request_id: string; subtype: string });
    expect(answers.map(({ request_id, subtype }) => [request_id, subtype])).toEqual([
      ['a', 'error'],
      ['b', 'error'],
      ['c', 'error'],
    ]);
  });

  it('takes a line of twenty megabytes', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    const long = 'y'.repeat(20 * 1024 * 1024);
    const end = await here.run(streamFlags, { input: promptLine(long) });
    expect(end.code).toBe(0);
    expect(here.model.requests[0]!.raw.length).toBeGreaterThan(long.length);
  });

  it('finishes its turn when the input ends in the middle of it', async () => {
    const here = await place();
    here.model.says(reply(text('a', 'b', 'c'), { delayMs: 100 }));
    const end = await here.run(streamFlags, { input: promptLine('hi') });
    expect(kindsOf(messagesOf(end.stdout))).toEqual(['system/init', 'assistant', 'result/success']);
    expect(end).toMatchObject({ code: 0, stderr: '' });
  });

  it('works without an initialize request and answers one', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    const end = await here.run(streamFlags, { input: requestLine('1', { subtype: 'initialize' }) + promptLine('hi') });
    expect(kindsOf(messagesOf(end.stdout))).toEqual(['control_response', 'system/init', 'assistant', 'result/success']);
  });

  it('exits 0 on an end of input without a prompt', async () => {
    const here = await place();
    expect(await here.run(streamFlags)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  });

  it('answers interrupt first, then ends the turn, and exits 0: the host wanted it', async () => {
    const here = await place();
    here.model.says(reply(endlessCall()));
    const child = here.start(streamFlags);
    child.stdin.write(promptLine('hi'));
    await seen(child, '"assistant"');
    const ending = ended(child);
    child.stdin.end(requestLine('stop', { subtype: 'interrupt' }));
    const end = await ending;
    expect(kindsOf(messagesOf(end.stdout))).toEqual(['control_response', 'user', 'user', 'result/error_during_execution']);
    expect(end.code).toBe(0);
  });
});

describe('signals', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`ends the work on ${signal} and exits ${code}, serving and printing`, async () => {
      const here = await place();
      here.model.says(reply(endlessCall('a')), reply(endlessCall('b')));
      const serving = here.start(streamFlags);
      serving.stdin.write(promptLine('hi'));
      await seen(serving, '"assistant"');
      await expectStopped(serving, signal, code);
      const printing = here.start(['-p', '--verbose', '--output-format', 'stream-json', '--allowedTools', allowEndless, 'hi']);
      printing.stdin.end();
      await seen(printing, '"assistant"');
      await expectStopped(printing, signal, code);
    });
  }

  it('ends at once on a second signal', async () => {
    const here = await place();
    here.model.says(reply(endlessCall()));
    const child = here.start(streamFlags);
    child.stdin.write(promptLine('hi'));
    await seen(child, '"assistant"');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect([130, 143]).toContain(code);
  });

  it('ends although nobody reads what it has to say', async () => {
    const here = await place();
    here.model.always(reply(text('x'.repeat(10_000_000))));
    const stopped = [streamFlags, ['-p', 'hi'], ['hi']].map(async (args) => {
      const child = here.start(args);
      if (args === streamFlags) child.stdin.write(promptLine('hi'));
      else child.stdin.end();
      await once(child.stdout, 'readable');
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    });
    expect(await Promise.all(stopped)).toEqual([143, 143, 143]);
  });

  async function expectStopped(child: ReturnType<typeof spawn>, signal: NodeJS.Signals, code: number): Promise<void> {
    const tools = await toolsOf(child.pid!);
    const started = performance.now();
    child.kill(signal);
    const [exit] = (await once(child, 'exit')) as [number];
    expect(exit).toBe(code);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(tools.filter(isAlive)).toEqual([]);
  }
});

describe('a host that is gone', () => {
  it('ends the engine and its tools when standard output is closed', async () => {
    const here = await place();
    here.model.says(reply(endlessCall()));
    const child = here.start(streamFlags);
    child.stdin.write(promptLine('hi'));
    await seen(child, '"assistant"');
    const tools = await toolsOf(child.pid!);
    child.stdout.destroy();
    child.stdin.end();
    await gone(child.pid!, 3000);
    expect(tools.filter(isAlive)).toEqual([]);
  });

  it('ends them too while standard input stays open, with the next thing it has to say', async () => {
    const here = await place();
    here.model.says(reply(endlessCall()));
    const child = here.start(streamFlags);
    child.stdin.write(promptLine('hi'));
    await seen(child, '"assistant"');
    const tools = await toolsOf(child.pid!);
    child.stdout.destroy();
    child.stdin.on('error', () => undefined); // it may be gone before it has read this
    child.stdin.write(requestLine('1', { subtype: 'mcp_status' }));
    await gone(child.pid!, 3000);
    expect(tools.filter(isAlive)).toEqual([]);
  });

  it('ends the engine within three seconds when its parent is killed, also while a tool is running', async () => {
    const here = await place();
    here.model.says(reply(endlessCall()));
    const source = `
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ${JSON.stringify([cliPath, ...streamFlags])}, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.write(${JSON.stringify(promptLine('hi'))});
      child.stdout.on('data', (chunk) => String(chunk).includes('"assistant"') && console.log(child.pid));
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: here.cwd, env: testEnv(here.model, here.home) });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const engine = Number(chunk.toString());
    const tools = await toolsOf(engine);
    parent.kill('SIGKILL');
    await gone(engine, 3000);
    expect(tools.filter(isAlive)).toEqual([]);
  });

  it('ends an idle engine when its parent is killed', async () => {
    const here = await place();
    const child = here.start(streamFlags);
    child.stdin.write(requestLine('1', { subtype: 'initialize' }));
    await seen(child, 'control_response');
    child.stdin.destroy();
    child.stdout.destroy();
    await gone(child.pid!, 3000);
  });
});
