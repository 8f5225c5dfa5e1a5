import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { bash, options, run } from '../support/bash-agent.js';

verifies('bash:result', async ({ open }) => {
  const agent = await open(options);
  const [ran, empty] = await run(agent, [
    { command: 'echo one; echo two >&2; echo "three  "; printf %s "$#$1"' },
    { command: 'mkdir -p a/b' },
  ]);
  expect(ran).toEqual({
    content: 'one\ntwo\nthree  \n0',
    isError: false,
    result: { stdout: 'one\ntwo\nthree  \n0', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  });
  expect(empty).toEqual({
    content: '(no output)',
    isError: false,
    result: { stdout: '', stderr: '', interrupted: false, isImage: false, noOutputExpected: true },
  });
});

verifies('bash:exit-code', async ({ open }) => {
  const agent = await open(options);
  await writeFile(join(agent.cwd, 'plain'), 'x');
  const commands = [
    'echo partly; exit 3',
    'no-such-program',
    './plain',
    'kill -9 $$',
    'set -e; cd /; false; echo no',
    'if',
    'trap "exit 4" EXIT; true',
  ];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
  );
  expect(ran.every(({ isError }) => isError)).toBe(true);
  expect(ran[0]).toEqual({ content: 'Exit code 3\npartly', isError: true, result: 'Error: Exit code 3\npartly' });
  expect(ran.map(({ content }) => content.split('\n').slice(0, 2))).toEqual([
    ['Exit code 3', 'partly'],
    ['Exit code 127', '(The command was not found)'],
    ['Exit code 126', '(The command was found but cannot be executed)'],
    ['Exit code 137', '(Ended by SIGKILL, often because memory ran out)'],
    ['Exit code 1', `Shell cwd was reset to ${agent.cwd}`],
    ['Exit code 2', expect.stringContaining('syntax error')],
    ['Exit code 4'],
  ]);
});

verifies('bash:benign-exit', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, 'echo a | grep b');
  expect(ran).toEqual({
    content: '(No matches found)',
    isError: false,
    result: {
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      returnCodeInterpretation: 'No matches found',
    },
  });
});

verifies('bash:long-command', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, `echo ${'x'.repeat(200_000)}`);
  expect(ran.isError).toBe(true);
  expect(ran.content).toMatch(/too long for this system. Put it into a file and run that \(E2BIG\)/);
});
