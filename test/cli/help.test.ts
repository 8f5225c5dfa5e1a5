import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { flagGroups, flagHelp, flagNames } from '../../packages/cli/src/flag-groups.js';
import { subcommands } from '../../packages/cli/src/subcommand.js';
import { cliPath } from '../harness.js';
import { place } from './run-cli.js';

describe('help', () => {
  it('has every flag once, in a group, in lines that fit', () => {
    const grouped = flagGroups.flatMap(([, names]) => names);
    expect(grouped.toSorted()).toEqual(flagNames().toSorted());
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(
      flagHelp()
        .split('\n')
        .filter((line) => line.length > 160 || line.includes('`')),
    ).toEqual([]);
  });

  it('shows the help of every subcommand', async () => {
    const here = await place();
    for (const { name } of subcommands) {
      const end = await here.run([name, '--help']);
      expect(end).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`inboard ${name}`) });
    }
  });

  it('takes a sentence that begins like a command for a prompt', async () => {
    const here = await place();
    const end = await here.run(['config', 'files', 'of', 'this', 'project'], { env: { ANTHROPIC_BASE_URL: '', ANTHROPIC_API_KEY: '' } });
    expect(end).toMatchObject({ code: 0 });
  });
});

/** What bash would offer for a command line; the last word is the one being typed. */
function complete(...words: string[]): string[] {
  const script = `
    source <("$NODE" "$CLI" completion bash)
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _inboard
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', script, 'bash', ...words], {
    env: { ...process.env, NODE: process.execPath, CLI: cliPath },
    encoding: 'utf8',
  });
  return out.split('\n').filter((line) => line !== '');
}

describe('completion', () => {
  it('completes flags, their values and subcommands in bash', () => {
    expect(complete('inboard', 'co')).toEqual(['completion', 'config']);
    expect(complete('inboard', '--permission-m')).toEqual(['--permission-mode']);
    expect(complete('inboard', '-p', '--output-format', 'j')).toEqual(['json']);
    expect(complete('inboard', '--setting-sources', '')).toEqual(['user', 'project', 'local']);
    expect(complete('inboard', '--model', '')).toEqual([]);
    expect(complete('inboard', 'config', 'l')).toEqual(['list']);
    expect(complete('inboard', 'sessions', '--')).toEqual(['--all', '--json', '--help']);
  });

  it('offers every flag and every subcommand', () => {
    const flags = complete('inboard', '-');
    for (const line of flagHelp().split('\n')) for (const [flag] of line.slice(0, 45).matchAll(/--[\w-]+/g)) expect(flags).toContain(flag);
    expect(complete('inboard', '')).toEqual(subcommands.map(({ name }) => name));
  });

  it.each(['bash', 'zsh', 'fish'])('writes a script for %s that names every flag', async (shell) => {
    const here = await place();
    const end = await here.run(['completion', shell]);
    expect(end).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['permission-mode', 'append-system-prompt-file', 'no-session-persistence', 'sessions'])
      expect(end.stdout).toContain(name);
    if (shell === 'bash') execFileSync('bash', ['-n'], { input: end.stdout });
  });

  it('says which shells there are', async () => {
    const here = await place();
    expect(await here.run(['completion', 'powershell'])).toMatchObject({
      code: 1,
      stderr: 'inboard: There is no completion for "powershell". The shells are: bash, zsh, fish.\n',
    });
  });
});
