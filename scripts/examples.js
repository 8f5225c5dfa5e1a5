// Compiles the examples, so that any Node that we support can run them, and runs those that are named.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}node_modules/.cache/examples`;

/** The folders of examples; what an example shares with others is in a folder below. */
const folders = ['', 'hooks/'];

export const exampleNames = folders.flatMap((below) =>
  readdirSync(`${root}examples/${below}`)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => below + name.slice(0, -'.ts'.length)),
);

/** Compiles every example. Returns where each one is. */
export async function compileExamples() {
  await build({
    absWorkingDir: root,
    entryPoints: exampleNames.map((name) => `examples/${name}.ts`),
    outbase: 'examples',
    bundle: true,
    packages: 'external',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return Object.fromEntries(exampleNames.map((name) => [name, `${folder}/${name}.mjs`]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const compiled = await compileExamples();
  const asked = process.argv.slice(2);
  const failed = (asked.length === 0 ? exampleNames : asked).filter((name) => {
    console.log(`\n# ${name}`);
    return spawnSync(process.execPath, [compiled[name] ?? name], { cwd: root, stdio: 'inherit' }).status !== 0;
  });
  if (failed.length > 0) process.exit(1);
}
