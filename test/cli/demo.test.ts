import { expect, it } from 'vitest';
import { place } from './run-cli.js';

it('inboard demo reads, changes and runs, each with its question, without a person, a key or anything around it', async () => {
  const { run } = await place();
  const { code, stdout } = await run(['demo'], { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' } });
  expect(code).toBe(0);
  const story = [
    '● Read sum.js',
    'Edit wants to',
    'a + b',
    'no rule approves Edit',
    'Bash wants to run',
    'node --test',
    '# pass 1',
    'inboard doctor',
  ];
  let at = 0;
  for (const words of story) {
    const next = stdout.indexOf(words, at);
    expect(next, `"${words}" after ${JSON.stringify(stdout.slice(0, at))}`).toBeGreaterThanOrEqual(0);
    at = next + words.length;
  }
});
