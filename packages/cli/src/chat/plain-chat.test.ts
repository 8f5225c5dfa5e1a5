import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { reply, ScriptedModel, text, toolUse, type Answer } from '@inboard/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { plainChat } from './plain-chat.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Talks with these lines, all of them there from the start. */
async function talk(lines: string[], script: Answer[]) {
  const model = await ScriptedModel.start(script);
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  input.end(lines.map((line) => `${line}\n`).join(''));
  const env = { ...process.env, ...model.env, CLAUDE_CONFIG_DIR: folder };
  const code = await plainChat({ cwd: folder, env, settingSources: [] }, { input, output: output as unknown as NodeJS.WriteStream }); // no terminal, which is the point
  await model.close();
  return { code, shown, requests: model.requests };
}

describe('plainChat', () => {
  it('answers line by line and asks before it acts', async () => {
    const script = [
      reply(text('I make it.'), toolUse('Bash', { command: 'touch made.txt' })),
      reply(text('made \u001b[2J')),
      reply(text('bye')),
    ];
    const { code, shown, requests } = await talk(['make it', 'y', 'thanks', '/exit', 'never asked'], script);
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'made.txt'))).toBe(true);
    expect(shown).toMatch(/^> I make it\.\n[\s\S]*Bash wants to run[\s\S]*made \\u001b\[2J[\s\S]*bye/m);
    expect(shown).not.toContain('\u001b');
    expect(requests).toHaveLength(3);
  });

  it('takes the end of the input for a no, and for the end', async () => {
    const { code, shown } = await talk(['make other'], [reply(toolUse('Bash', { command: 'touch other.txt' })), reply(text('then not'))]);
    expect([code, existsSync(join(folder, 'other.txt'))]).toEqual([0, false]);
    expect(shown).toContain('then not');
  });

  it('shows what a command says', async () => {
    expect((await talk(['/cost'], [])).shown).toContain('$0.0000 for 0 requests.');
  });
});
