import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'inboard-large-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const id = '00000000-0000-4000-8000-000000000001';

/** 200 MB in lines of a megabyte: calls whose results the host saw in full and the model in part. */
function writeLarge(): void {
  const folder = join(root, 'sessions', id);
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, 'transcript.jsonl'), 'w');
  const write = (record: object) => writeSync(file, `${JSON.stringify(record)}\n`);
  const bulk = 'x'.repeat(1024 * 1024);
  write({ type: 'user', uuid: 'first', message: { role: 'user', content: 'go' } });
  for (let n = 0; n < 200; n += 1) {
    write({
      type: 'assistant',
      uuid: `a${n}`,
      message: { id: `m${n}`, role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name: 'Read', input: {} }] },
    });
    write({
      type: 'user',
      uuid: `r${n}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: `part ${n}` }] },
      toolUseResult: bulk,
    });
  }
}

it('resumes a transcript of 200 MB in a process that may use half of that', async () => {
  writeLarge();
  const program = join(root, 'program.mjs');
  const source = `
    import { openSession } from ${JSON.stringify(fileURLToPath(new URL('open.ts', import.meta.url)))};
    const { restored, log } = await openSession({ env: { CLAUDE_CONFIG_DIR: ${JSON.stringify(root)} }, cwd: '/', newId: () => '', resume: ${JSON.stringify(id)} });
    await log.close();
    process.stdout.write(String(restored.messages.length));
  `;
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: program,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=100', program], { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '401', stderr: '' });
}, 60_000);
