import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

export default defineConfig({
  plugins: [
    {
      // Prompts are Markdown files; the build inlines them as text, and so do tests.
      name: 'markdown-as-text',
      enforce: 'pre',
      transform: (code, id) => (id.endsWith('.md') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined),
    },
  ],
  resolve: {
    alias: [
      { find: '@inboard/wire/stdio', replacement: source('wire/src/transport/stdio.ts') },
      { find: '@inboard/wire/subprocess', replacement: source('wire/src/transport/subprocess.ts') },
      { find: '@inboard/wire', replacement: source('wire/src/index.ts') },
      { find: '@inboard/engine/sessions', replacement: source('engine/src/sessions.ts') },
      { find: '@inboard/engine', replacement: source('engine/src/index.ts') },
      { find: '@inboard/testing/contract', replacement: source('testing/src/contract/index.ts') },
      { find: '@inboard/testing', replacement: source('testing/src/index.ts') },
      { find: /^inboard$/, replacement: source('sdk/src/index.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    testTimeout: 20_000,
    pool: 'forks',
    maxWorkers: '100%', // most tests wait for other processes
    env: { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_BASE_URL: '', ANTHROPIC_MODEL: '' },
  },
});
