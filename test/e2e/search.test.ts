import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { peakMegabytes } from '../support/processes.js';

const files = 50_000;

/** A tree of very many names for a few files; every name holds the word. */
function plantTree(folder: string): void {
  for (let made = 0; made < files; made += 1) {
    const place = join(folder, `d${Math.floor(made / 500)}`);
    if (made % 500 === 0) {
      mkdirSync(place);
      writeFileSync(join(place, 'original'), `needle ${made}\n`);
      utimesSync(join(place, 'original'), 1_000_000 + made, 1_000_000 + made);
    } else linkSync(join(place, 'original'), join(place, `a-rather-long-name-for-a-file-${made}.txt`));
  }
}

verifies(
  'files:search-bounds',
  async ({ open }) => {
    const agent = await open({ tools: ['Glob', 'Grep'] });
    plantTree(agent.cwd);
    const short = { env: { ...agent.options.env, CLAUDE_CODE_GLOB_TIMEOUT_SECONDS: '0.01' } };
    const calls = [
      toolUse('Glob', { pattern: '**/*' }),
      toolUse('Grep', { pattern: 'needle' }),
      toolUse('Grep', { pattern: 'needle', output_mode: 'count' }),
      toolUse('Grep', { pattern: 'needle', output_mode: 'content' }),
    ];
    agent.model.says(...calls.map((call) => reply(call)), reply(text('done')));
    const asked = agent.query('go');
    const { pid } = await asked.initializationResult();
    const messages: WireMessage[] = [];
    let peak = 0;
    for await (const message of asked) {
      messages.push(message as unknown as WireMessage);
      if (message.type === 'user') peak = peakMegabytes(pid!);
    }
    const [names, found, counted, content] = toolResultsOf(messages).map((block) => String(block.content));
    expect(names!.split('\n')).toHaveLength(101);
    expect(names).toMatch(/^\S+\/d99\/\S+\n/);
    expect(names!.split('\n').at(-1)).toBe(`(the 100 newest of ${files} files; use a narrower pattern for the others)`);
    expect(found!.length).toBeLessThan(110_000);
    expect(found).toMatch(new RegExp(`^Found ${files} files\n\\S+/d99/[\\s\\S]*more; go on with offset`));
    expect(counted!.split('\n').at(-1)).toBe(`Found ${files} matches in ${files} files.`);
    expect(content!.length).toBeLessThan(110_000);
    expect(peak).toBeLessThan(300);
    // A limit that no search of so many files keeps.
    agent.model.says(...calls.map((call) => reply(call)), reply(text('done')));
    const cut = toolResultsOf(await agent.ask('again', short)).map((block) => String(block.content));
    for (const said of cut) expect(said).toMatch(/\(stopped after 0\.01 s; there may be more\)$/);
  },
  { on: ['subprocess'], timeoutMs: 120_000 },
);
