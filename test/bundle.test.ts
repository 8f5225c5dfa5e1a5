import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { rgPath } from '@vscode/ripgrep';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './harness.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

const program = `
import { query } from 'inboard';
const options = { model: 'offline', settingSources: [], persistSession: false, allowedTools: ['Read', 'Grep', 'Bash(echo:*)'] };
for await (const message of query({ prompt: process.argv[2], options }))
  if (message.type === 'result') console.log(message.result);
`;

/** A program and everything it needs in one file, in a folder without any packages. */
async function bundled(): Promise<string> {
  const folder = await temporaryFolder();
  const outfile = join(folder, 'app.mjs');
  const stdin = { contents: program, resolveDir: root };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  await writeFile(join(folder, 'notes.txt'), 'hello from the notes\n');
  return folder;
}

describe('a program in one file, made by a bundler', () => {
  it('reads, runs, and searches with the ripgrep of the machine', async () => {
    const cwd = await bundled();
    const bin = join(await temporaryFolder(), 'bin');
    await mkdir(bin);
    await symlink(rgPath, join(bin, 'rg'));
    const ask = async (prompt: string, path: string) => {
      const env = { HOME: cwd, PATH: path };
      return (await run(process.execPath, ['app.mjs', prompt], { cwd, env })).stdout;
    };
    expect(await ask('read notes.txt', '/usr/bin:/bin')).toContain('hello from the notes');
    expect(await ask('run `echo it runs`', '/usr/bin:/bin')).toContain('it runs');
    expect(await ask('search for "from the"', `${bin}:/usr/bin:/bin`)).toContain('notes.txt:1');
    await rm(bin, { recursive: true });
    expect(await ask('search for "from the"', bin)).toContain('Install "@vscode/ripgrep"');
  });
});
