import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { kindsOf, reply, status, text, toolUse } from '@inboard/testing';
import { describe, expect, it } from 'vitest';
import { cliPath, testEnv } from '../harness.js';
import { ended, messagesOf, place, streamFlags } from './run-cli.js';

const quiet = { stderr: '', signal: null };

describe('printing an answer', () => {
  it('prints the text', async () => {
    const here = await place();
    here.model.says(reply(toolUse('Glob', { pattern: '*' })), reply(text('forty-two')));
    expect(await here.run(['-p', 'what is it?'])).toEqual({ ...quiet, code: 0, stdout: 'forty-two\n' });
  });

  it('prints one result as JSON', async () => {
    const here = await place();
    here.model.says(reply(text('forty-two')));
    const end = await here.run(['-p', '--output-format=json', 'what is it?']);
    expect(end).toMatchObject({ ...quiet, code: 0 });
    expect(messagesOf(end.stdout)).toEqual([expect.objectContaining({ type: 'result', subtype: 'success', result: 'forty-two' })]);
  });

  it('prints every message as JSON', async () => {
    const here = await place();
    here.model.says(reply(text('forty-two')));
    const end = await here.run(['-p', '--verbose', '--output-format', 'stream-json', 'what is it?']);
    expect(kindsOf(messagesOf(end.stdout))).toEqual(['system/init', 'assistant', 'result/success']);
  });

  it('shows the run live without -p', async () => {
    const here = await place();
    here.model.says(reply(text('let me look'), toolUse('Glob', { pattern: '*.txt' })), reply(text('nothing \u001b[31mthere')));
    const end = await here.run(['what', 'is', 'it?']);
    expect(end).toMatchObject({ ...quiet, code: 0 });
    expect(end.stdout).toContain('let me look\n');
    expect(end.stdout).toContain('● Glob *.txt');
    expect(end.stdout).toContain('nothing \\u001b[31mthere');
    expect(end.stdout).not.toContain('\u001b');
    expect(JSON.stringify(here.model.requests[0]!.body.messages)).toContain('what is it?');
  });

  it('puts piped input before the prompt', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    await here.run(['-p', 'review this'], { input: 'the diff\n' });
    const [message] = here.model.requests[0]!.body.messages as { content: { text: string }[] }[];
    expect(message!.content[0]!.text).toBe('the diff\n\n\nreview this');
  });

  it('takes piped input as the prompt', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    expect(await here.run(['-p'], { input: 'say ok' })).toEqual({ ...quiet, code: 0, stdout: 'ok\n' });
  });

  it('takes what follows -- as the prompt', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    await here.run(['-p', '--', '--help', 'me']);
    expect(JSON.stringify(here.model.requests[0]!.body.messages)).toContain('--help me');
  });

  it('prints a failure to standard error and exits 1', async () => {
    const here = await place();
    here.model.says(status(400, 'you may not'));
    const end = await here.run(['-p', 'x']);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toContain('you may not');
    expect(end.stderr).not.toMatch(/^\s+at /m);
  });

  it('says in one line why a session cannot be opened, and asks no model', async () => {
    const here = await place();
    const missing = '00000000-0000-4000-8000-000000000000';
    const cases: [string[], RegExp][] = [
      [
        ['--resume', missing],
        /^No conversation found with session ID: 0{8}-.*\. Check the id and CLAUDE_CONFIG_DIR .*"inboard sessions list --all".*\n$/,
      ],
      [['--resume', 'nonsense'], /^"nonsense" is not a session id \(a UUID\)\.\n$/],
      [['--resume', missing, '--output-format', 'json'], /^$/],
    ];
    for (const [args, stderr] of cases) {
      const end = await here.run(['-p', 'go on', ...args]);
      expect(end).toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) });
      if (args.includes('json'))
        expect(messagesOf(end.stdout)).toMatchObject([
          { type: 'result', error_code: 'session_not_found', error_data: { session: missing } },
        ]);
      else expect(end.stdout).toBe('');
    }
    expect(here.model.requests).toEqual([]);
  });

  it('exits 1 when a limit was reached', async () => {
    const here = await place();
    here.model.always(reply(toolUse('Glob', { pattern: '*' })));
    const end = await here.run(['-p', '--max-turns', '1', 'x']);
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toContain('maxTurns');
  });

  it('delivers five megabytes whole', async () => {
    const here = await place();
    const long = 'x'.repeat(5 * 1024 * 1024);
    here.model.always(reply(text(long)));
    expect((await here.run(['-p', 'x'])).stdout).toBe(`${long}\n`);
    const end = await here.run(['-p', '--output-format=json', 'x']);
    expect(messagesOf(end.stdout)[0]!.result).toBe(long);
    // A reader that takes its time gets all of it too.
    const child = here.start([...streamFlags]);
    child.stdin.end(`${JSON.stringify({ type: 'user', message: { role: 'user', content: 'x' } })}\n`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(messagesOf((await ended(child)).stdout).at(-1)!.result).toBe(long);
  });

  it('delivers the live view whole to a slow reader', async () => {
    const here = await place();
    const long = Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join('\n');
    here.model.says(reply(text(long)));
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${cliPath}" "go on" < /dev/null | (sleep 2; cat)`], {
      cwd: here.cwd,
      env: testEnv(here.model, here.home),
    });
    expect((await ended(shell)).stdout).toContain(`${long}\n`);
  });

  it('ends quietly when its reader goes away', async () => {
    const here = await place();
    here.model.says(reply(text(...Array.from({ length: 500 }, (_, index) => `line ${index}\n`)), { delayMs: 5 }));
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${cliPath}" "go on" < /dev/null | head -1; echo end`], {
      cwd: here.cwd,
      env: testEnv(here.model, here.home),
    });
    const end = await ended(shell);
    expect(end).toEqual({ ...quiet, code: 0, stdout: 'line 0\nend\n' });
  });

  it('says so when standard input cannot be read', async () => {
    const here = await place();
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${cliPath}" -p 0> out.txt`], {
      cwd: here.cwd,
      env: testEnv(here.model, here.home),
    });
    const end = await ended(shell);
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(/^inboard: Standard input cannot be read/);
    expect(end.stderr).not.toMatch(/^\s+at /m);
  });

  it('answers offline without a key, and says so', async () => {
    const here = await place();
    const end = await here.run(['-p', 'hello'], { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' } });
    expect(end.code).toBe(0);
    expect(end.stderr).toContain('ANTHROPIC_API_KEY');
  });

  it('needs a key for a model that was named', async () => {
    const here = await place();
    const end = await here.run(['-p', '--model', 'opus', 'hello'], { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' } });
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toMatch(/No API key for the model "claude-opus.*ANTHROPIC_API_KEY/);
  });

  it('closes what it does not read', async () => {
    const here = await place();
    here.model.says(reply(text('ok')));
    const child = here.start([...streamFlags]);
    child.stdin.write('{"type":"user","message":{"role":"user","content":"x"}}\n');
    child.stdout.once('data', () => child.stdin.end());
    expect((await ended(child)).code).toBe(0);
    if (child.exitCode === null) await once(child, 'exit');
  });
});
