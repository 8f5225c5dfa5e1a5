import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { requirements } from './requirements.js';

const folder = fileURLToPath(new URL('e2e/', import.meta.url));

it('every promise has a test that verifies it', () => {
  const sources = readdirSync(folder).flatMap((name) => (name.endsWith('.test.ts') ? [readFileSync(`${folder}${name}`, 'utf8')] : []));
  const text = sources.join('\n');
  // A family of promises may be verified in a loop over its last words.
  const isVerified = (id: string) => {
    const [family = '', last = ''] = id.split(/:(?=[^:]*$)/);
    return text.includes(`'${id}'`) || (text.includes(`verifies(\`${family}:\${`) && text.includes(`'${last}'`));
  };
  expect(Object.keys(requirements).filter((id) => !isVerified(id))).toEqual([]);
});
