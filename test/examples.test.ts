import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileExamples, exampleNames } from '../scripts/examples.js';
import { temporaryFolder } from './harness.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

describe('examples', () => {
  let compiled: Record<string, string> = {};
  beforeAll(async () => {
    compiled = await compileExamples();
  });

  it.each(exampleNames)('%s keeps its promise and ends by itself', async (name) => {
    const env = { PATH: process.env.PATH ?? '', CLAUDE_CONFIG_DIR: await temporaryFolder() };
    const { stdout } = await run(process.execPath, [compiled[name]!], { cwd: root, env });
    expect(stdout).not.toBe('');
  });
});
