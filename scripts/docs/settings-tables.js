// The tables of the page on settings, from the schema of the engine.
import { build } from 'esbuild';
import { code, table } from './page.js';

const folder = './packages/engine/src/setting';

/** What the engine knows of settings, from its sources. */
async function loadSettings(root) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { settingsSchema } from '${folder}/settings.ts'; export { keptKeys } from '${folder}/kept-keys.ts'; export { countsUntrusted, managedOnly } from '${folder}/widening.ts';`,
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    alias: { '@inboard/wire': './packages/wire/src/index.ts' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Fills in what stands between `<!-- keys -->` and `<!-- /keys -->`, and the same for `kept`. */
export async function fillSettingsTables(text, root) {
  const { settingsSchema, keptKeys, countsUntrusted, managedOnly } = await loadSettings(root);
  const { shape } = settingsSchema();
  const rowsOf = (fields, prefix) =>
    Object.entries(fields).map(([name, field]) => {
      const key = `${prefix}${name}`;
      const trust = managedOnly.has(key)
        ? 'managed only'
        : countsUntrusted.has(key)
          ? 'counts'
          : key === 'apiKeyHelper'
            ? 'never'
            : 'waits';
      return [code(key), field.description ?? '', trust];
    });
  const { permissions, ...rest } = shape;
  const rows = [...rowsOf(permissions.unwrap().shape, 'permissions.'), ...rowsOf(rest, '')];
  const keys = table(
    ['Key', 'Meaning', 'From a repository nobody trusts'],
    rows.toSorted((a, b) => a[0].localeCompare(b[0])),
  );
  const kept = keptKeys
    .toSorted((a, b) => a.localeCompare(b))
    .map(code)
    .join(', ');
  const fill = (page, name, content) =>
    page.replace(new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`), (_, open, close) => `${open}\n${content}\n\n${close}`);
  return fill(fill(text, 'keys', keys), 'kept', kept);
}
