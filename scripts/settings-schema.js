// `npm run schema`: writes docs/settings.schema.json from the settings the engine knows.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: ['packages/engine/src/setting/json-schema.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
  alias: { '@inboard/wire': './packages/wire/src/index.ts' },
});
const { settingsJsonSchema } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
writeFileSync(new URL('../docs/settings.schema.json', import.meta.url), `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
