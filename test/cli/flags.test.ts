import { reply, text } from '@inboard/testing';
import { describe, expect, it } from 'vitest';
import { messagesOf, place, promptLine, streamFlags } from './run-cli.js';

/** A mistake of a person: one clear line, exit code 1, no stack. */
async function mistake(args: string[], input = ''): Promise<string> {
  const here = await place();
  const end = await here.run(args, { input });
  expect(end).toMatchObject({ code: 1, stdout: '', signal: null });
  expect(end.stderr).toMatch(/^inboard: [^\n]+\n$/);
  return end.stderr;
}

describe('the command line', () => {
  it('shows its help', async () => {
    const here = await place();
    for (const flag of ['--help', '-h']) {
      const end = await here.run([flag]);
      expect(end).toMatchObject({ code: 0, stderr: '' });
      for (const part of ['-p, --print', '--model <value>', '--output-format', '--permission-mode', '-r, --resume', 'ANTHROPIC_API_KEY'])
        expect(end.stdout).toContain(part);
      expect(end.stdout.split('\n').every((line) => line.length < 160)).toBe(true);
    }
  });

  it('shows its version', async () => {
    const here = await place();
    for (const flag of ['--version', '-v'])
      expect(await here.run([flag])).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \(Inboard\)\n$/) });
  });

  it('names an unknown flag', async () => {
    expect(await mistake(['-p', '--modle', 'x', 'hi'])).toContain('Unknown flag --modle. Did you mean --model?');
    expect(await mistake(['-p', '--allowed-tool', 'x', 'hi'])).toContain('Did you mean --allowedTools?');
    expect(await mistake(['-x', 'hi'])).toContain('-x');
    expect(await mistake(['-p', '--modle=x', 'hi'])).toContain('--modle');
  });

  it('names a flag with a wrong value', async () => {
    for (const [flag, value] of [
      ['--max-turns', 'many'],
      ['--max-turns', '0'],
      ['--max-turns', '1.5'],
      ['--max-budget-usd', '-3'],
      ['--output-format', 'xml'],
      ['--input-format', 'xml'],
      ['--permission-mode', 'whatever'],
      ['--setting-sources', 'user,global'],
      ['--session-id', 'mine'],
      ['--effort', 'huge'],
      ['--mcp-config', '{"half'],
      ['--mcp-config', '/nowhere/mcp.json'],
      ['--max-thinking-tokens', ''],
    ] as const) {
      expect(await mistake(['-p', flag, value, 'hi'])).toContain(flag);
      expect(await mistake(['-p', `${flag}=${value}`, 'hi'])).toContain(flag);
    }
  });

  it('names a flag without its value', async () => {
    expect(await mistake(['-p', 'hi', '--model'])).toContain('--model needs a value');
  });

  it('refuses a value for a switch', async () => {
    expect(await mistake(['--print=no', 'hi'])).toContain('--print');
  });

  it('refuses formats that do not go together', async () => {
    expect(await mistake(['--input-format', 'stream-json'])).toContain('--output-format stream-json');
    expect(await mistake(['-p', '--output-format', 'stream-json', 'hi'])).toContain('--verbose');
  });

  it('says that there is no prompt', async () => {
    expect(await mistake(['-p'])).toContain('no prompt');
    expect(await mistake(['-p', '   '])).toContain('no prompt');
  });

  it('names flags that exclude each other', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await mistake(['-p', '-c', '-r', id, 'hi'])).toContain('"resume"');
    expect(await mistake(['-p', '--permission-mode', 'bypassPermissions', 'hi'])).toContain('allowDangerouslySkipPermissions');
  });

  it('says which session it does not know', async () => {
    const here = await place();
    const id = '00000000-0000-4000-8000-000000000000';
    const end = await here.run(['-p', '--resume', id, 'hi']);
    expect(end).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(id) });
  });

  it('warns of flags of a newer SDK and goes on', async () => {
    const here = await place();
    here.model.always(reply(text('ok')));
    for (const unknown of [['--from-the-future'], ['--from-the-future=1'], ['--from-the-future', 'value']]) {
      const end = await here.run([...streamFlags, ...unknown], { input: promptLine('hi') });
      expect(end.code).toBe(0);
      expect(end.stderr).toBe('inboard: unknown flag --from-the-future ignored\n');
      expect(messagesOf(end.stdout).at(-1)).toMatchObject({ type: 'result', subtype: 'success' });
    }
  });

  it('takes both forms of every flag, and empty lists', async () => {
    const here = await place();
    here.model.always(reply(text('ok')));
    const id = '00000000-0000-4000-8000-00000000000';
    const forms = [
      ['--model', 'claude-haiku-4-5', '--tools', '', '--setting-sources', '', '--permission-mode', 'plan', '--session-id', `${id}1`],
      ['--model=claude-haiku-4-5', '--tools=', '--setting-sources=', '--permission-mode=plan', `--session-id=${id}2`],
    ];
    const inits = await Promise.all(
      forms.map(async (flags) => messagesOf((await here.run([...streamFlags, ...flags], { input: promptLine('hi') })).stdout)[0]),
    );
    expect(inits[0]).toMatchObject({ model: 'claude-haiku-4-5', tools: [], permissionMode: 'plan', session_id: `${id}1` });
    expect(inits[1]).toMatchObject({ model: 'claude-haiku-4-5', tools: [], permissionMode: 'plan', session_id: `${id}2` });
    expect(here.model.requests.every(({ body }) => body.tools === undefined || (body.tools as []).length === 0)).toBe(true);
  });

  it('adds to or replaces the system prompt', async () => {
    const here = await place();
    here.model.always(reply(text('ok')));
    await here.run(['-p', '--append-system-prompt', 'Speak Latin.', 'hi']);
    await here.run(['-p', '--system-prompt', 'You are a clock.', 'hi']);
    const [added, replaced] = here.model.requests.map(({ body }) => JSON.stringify(body.system));
    expect(added).toContain('Speak Latin.');
    expect(replaced).toContain('You are a clock.');
    expect(replaced!.length).toBeLessThan(added!.length);
  });
});
