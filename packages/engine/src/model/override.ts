import type { ModelCatalog } from './catalog.js';

/** The catalog with other ids for some models: aliases lead to the new ids, which have the facts of the old ones. */
export function withOverrides(catalog: ModelCatalog, overrides: Readonly<Record<string, string>>): ModelCatalog {
  const replaced = Object.entries(catalog.aliases).map(([alias, id]) => [alias, overrides[alias] ?? overrides[id] ?? id]);
  const facts = Object.entries(overrides).flatMap(([from, to]) => {
    const known = catalog.models[catalog.aliases[from] ?? from];
    return known ? [[to, known]] : [];
  });
  return {
    ...catalog,
    aliases: { ...overrides, ...(Object.fromEntries(replaced) as Record<string, string>) },
    models: { ...catalog.models, ...(Object.fromEntries(facts) as ModelCatalog['models']) },
  };
}
