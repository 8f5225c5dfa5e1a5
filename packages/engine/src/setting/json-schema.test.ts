import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsJsonSchema } from './json-schema.js';

it('is the schema that editors are given (docs/settings.schema.json; npm run schema writes it)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('../../../../docs/settings.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(settingsJsonSchema());
});
