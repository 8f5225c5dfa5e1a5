import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOOK_EVENTS } from '@inboard/wire';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(new URL('../../../../docs/hooks.md', import.meta.url), 'utf8');

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const places = files.flatMap((name) =>
  [...readFileSync(`${source}${name}`, 'utf8').matchAll(/hooks\.run(?:Aside)?\(\s*'(\w+)'/g)].map(([, event]) => ({ event, name })),
);

test.each(HOOK_EVENTS)('%s is run somewhere, and has its place on the page', (event) => {
  expect(places.map((place) => place.event)).toContain(event);
  expect(page).toContain(`## ${event}\n`);
});
