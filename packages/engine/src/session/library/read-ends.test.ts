import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFacts } from './read-ends.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'inboard-ends-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const said = (type: string, text: string) => `${JSON.stringify({ type, message: { role: type, content: [{ type: 'text', text }] } })}\n`;
const title = (customTitle: string) => `${JSON.stringify({ type: 'custom-title', customTitle })}\n`;

function factsOf(text: string) {
  const path = join(folder, 'transcript.jsonl');
  writeFileSync(path, text);
  return readFacts({ path }).facts;
}

it('takes the last title, in a short transcript and in a long one', () => {
  const begin = said('user', 'hello') + title('first');
  const end = title('last') + said('assistant', 'bye');
  for (const between of ['', said('assistant', 'x'.repeat(2000)).repeat(30)])
    expect(factsOf(begin + between + end)).toMatchObject({ firstPrompt: 'hello', customTitle: 'last' });
});

it('is not misled by what is said, nor stopped by a line that is cut off anywhere', () => {
  const whole = said('user', 'hello') + title('kept') + said('user', '{"type":"custom-title","customTitle":"no"}');
  const torn = title('torn');
  for (let length = 0; length < torn.length - 2; length += 1)
    expect(factsOf(whole + torn.slice(0, length))).toMatchObject({ firstPrompt: 'hello', customTitle: 'kept' });
});
