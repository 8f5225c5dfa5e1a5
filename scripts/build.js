// Builds every package: JavaScript by esbuild, type declarations by tsc.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  loader: { '.md': 'text' },
  legalComments: 'none',
  sourcemap: true,
  logLevel: 'warning',
};

// Everything else is inlined in what people run: unbundled, the schema library alone costs more start-up than the rest together.
// These have programs or wasm of their own, are CommonJS that asks for parts of Node, or are large; all are loaded on first use.
const native = ['@vscode/ripgrep', '@silvia-odwyer/photon-node', 'chardet', 'iconv-lite', 'unpdf'];

/** @type {Record<string, { entries: string[]; external: string[]; minify?: boolean }>} */
const packages = {
  wire: { entries: ['index.ts', 'transport/stdio.ts', 'transport/subprocess.ts'], external: ['zod'] },
  engine: {
    entries: ['index.ts', 'sessions.ts'],
    external: [
      '@inboard/wire',
      '@inboard/wire/*',
      'zod',
      'eventsource-parser',
      'ignore',
      'picomatch',
      'unbash',
      'htmlparser2',
      'diff',
      '@modelcontextprotocol/client',
      '@cfworker/json-schema',
      'yaml',
      ...native,
    ],
  },
  testing: { entries: ['index.ts', 'contract/index.ts'], external: ['@inboard/wire', '@inboard/wire/*', 'vitest'] },
  sdk: { entries: ['index.ts'], external: native, minify: true },
  cli: { entries: ['inboard.ts'], external: native, minify: true },
};

export const packageNames = Object.keys(packages);

/** Resolves the packages of this workspace to their sources, so that a build never sees stale output. */
const fromSource = {
  name: 'workspace-sources',
  setup(bundler) {
    const sources = {
      '@inboard/wire': 'wire/src/index.ts',
      '@inboard/wire/stdio': 'wire/src/transport/stdio.ts',
      '@inboard/wire/subprocess': 'wire/src/transport/subprocess.ts',
      '@inboard/engine': 'engine/src/index.ts',
      '@inboard/engine/sessions': 'engine/src/sessions.ts',
    };
    // Its Node build asks for built-in modules in a way that a bundle of modules cannot answer.
    bundler.onResolve({ filter: /^yaml$/ }, () => ({ path: `${root}node_modules/yaml/browser/index.js` }));
    bundler.onResolve({ filter: /^@inboard\// }, ({ path }) =>
      sources[path] ? { path: `${root}packages/${sources[path]}`, sideEffects: false } : undefined,
    );
  },
};

export async function bundle(names = packageNames) {
  await Promise.all(
    names.map((name) => {
      const { entries, external, minify } = packages[name];
      const inlinesWorkspace = !external.includes('@inboard/wire') && name !== 'wire';
      return build({
        ...shared,
        entryPoints: entries.map((entry) => `packages/${name}/src/${entry}`),
        outdir: `packages/${name}/dist`,
        outbase: `packages/${name}/src`,
        chunkNames: 'chunk/[name]-[hash]',
        external,
        plugins: inlinesWorkspace ? [fromSource] : [],
        minifySyntax: minify ?? false,
        minifyWhitespace: minify ?? false,
        ...(name === 'cli' && { banner: { js: '#!/usr/bin/env node' } }),
      });
    }),
  );
}

export function declarations() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of packageNames) {
    rmSync(`${root}packages/${name}/dist/chunk`, { recursive: true, force: true });
    copyFileSync(`${root}LICENSE`, `${root}packages/${name}/LICENSE`);
  }
  declarations();
  await bundle();
}
