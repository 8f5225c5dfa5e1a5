import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { bash, options, run, withEnv } from '../support/bash-agent.js';

verifies('bash:long-output', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, 'seq 1 100000');
  const whole = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join('');
  const { stdout, persistedOutputPath, persistedOutputSize } = ran.result as {
    stdout: string;
    persistedOutputPath: string;
    persistedOutputSize: number;
  };
  expect(ran.content).toBe(stdout);
  expect(persistedOutputSize).toBe(whole.length);
  expect(await readFile(persistedOutputPath, 'utf8')).toBe(whole);
  expect(stdout).toBe(
    `${whole.slice(0, 15_000)}\n[... ${whole.length - 30_000} bytes left out; all ${whole.length} bytes are in ${persistedOutputPath} ...]\n${whole.slice(-15_000).trimEnd()}`,
  );
  const [short] = await run(agent, [{ command: 'seq 1 100' }], withEnv(agent, { BASH_MAX_OUTPUT_LENGTH: '20' }));
  expect(short!.content).toMatch(/^1\n2\n3\n4\n5\n\n\[\.\.\. 272 bytes left out; all 292 bytes are in .*\]\n98\n99\n100$/);
});

verifies('bash:binary-output', async ({ open }) => {
  const agent = await open(options);
  const [binary, line] = await run(agent, [
    { command: 'head -c 200000 /dev/urandom; printf "\\xff\\xfe"' },
    { command: 'head -c 50000000 /dev/zero | tr "\\0" "é"' },
  ]);
  expect(binary!.isError).toBe(false);
  expect(binary!.content.length).toBeLessThan(31_000);
  expect((line!.result as { persistedOutputSize: number }).persistedOutputSize).toBe(50_000_000);
  expect(line!.content.length).toBeLessThan(31_000);
});

verifies('bash:image', async ({ open }) => {
  const agent = await open(options);
  const data = Buffer.alloc(60_000, 7).toString('base64');
  await writeFile(join(agent.cwd, 'picture'), `data:image/png;base64,${data}\n`);
  const ran = await bash(agent, 'cat picture');
  expect(ran.content).toEqual([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }]);
  expect(ran.result).toMatchObject({ isImage: true, stdout: `data:image/png;base64,${data}` });
});
