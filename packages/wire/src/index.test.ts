import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function importsOf(path: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry(path)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    logLevel: 'silent',
  });
  return Object.values(metafile.inputs).flatMap((input) => input.imports.filter((each) => each.external).map((each) => each.path));
}

describe('the root entry', () => {
  it('runs in a browser: nothing of Node is reached', async () => {
    expect(await importsOf('index.ts')).toEqual([]);
  });

  it('would be found out if it reached Node', async () => {
    expect(await importsOf('transport/subprocess.ts')).toContain('node:child_process');
  });

  it('works with none of the globals of Node', async () => {
    const { outputFiles } = await build({
      entryPoints: [entry('index.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'wire',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'silent',
    });
    const code = `${outputFiles[0]!.text}; return wire;`;
    const hidden = ['process', 'Buffer', 'require', 'module', 'global', 'setImmediate', '__dirname'];
    const wire = new Function(...hidden, code)() as typeof import('./index.js'); // each hidden name is undefined inside
    const [one, two] = wire.memoryPair();
    const decoder = new wire.LineDecoder();
    for (const item of decoder.push(new TextEncoder().encode(wire.encodeLine({ type: 'hello' }))))
      if ('message' in item) await one.send(item.message);
    expect((await two.incoming[Symbol.asyncIterator]().next()).value).toEqual({ type: 'hello' });
    expect(wire.checkOptions({ model: 'sonnet' })).toEqual({ model: 'sonnet' });
  });
});
