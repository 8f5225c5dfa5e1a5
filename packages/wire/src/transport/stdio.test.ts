import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inboard-stdio-'));
  const source = fileURLToPath(new URL('fixture/stdio-child.ts', import.meta.url));
  await build({
    entryPoints: [source],
    outfile: join(folder, 'child.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(behaviour: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(folder, 'child.mjs'), behaviour], { stdio: 'pipe' });
}

describe('stdioTransport', () => {
  it('talks over standard input and output, and lets the process end', async () => {
    const child = start('echo');
    child.stdin.end('{"type":"a"}\nnoise\n{"type":"b"}');
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect({ out, err, code: code as number }).toEqual({
      out: '{"type":"a","echoed":true}\n{"type":"b","echoed":true}\n',
      err: 'invalid_json\n',
      code: 0,
    });
  });

  it('gets everything out before the process ends', async () => {
    const child = start('lastWords');
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect([(JSON.parse(out) as { body: string }).body.length, code]).toEqual([5_000_000, 0]);
  });

  it('stops quietly when nobody listens any more', async () => {
    const child = start('talk');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ err, code: code as number }).toEqual({ err: 'stopped: transport_closed, aborted: true\n', code: 0 });
  });
});
