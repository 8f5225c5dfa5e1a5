import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canAskOnTerminal, type Ask } from './ask-on-terminal.js';
import { print } from './print.js';
import { write } from './standard-output.js';

const files = {
  'sum.js': 'export function sum(a, b) {\n  return a - b;\n}\n',
  'sum.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { sum } from './sum.js';\n\ntest('two and two', () => assert.equal(sum(2, 2), 4));\n",
  'package.json': '{ "name": "sum", "type": "module" }\n',
};

const request = 'replace "a - b" with "a + b" in sum.js, then run "node --test"';

const next = `
That was the whole loop: the model asked for tools, rules decided on each call, you decided on the rest.
Next:
  inboard                                       a chat, in any folder
  inboard permissions explain Bash '{"command":"rm -rf build"}'
                                                what would happen to a call, and why
  inboard doctor                                what works on this machine
`;

/** Lets the agent mend a small program made for it: it reads, and asks before it changes or runs anything. */
export async function demo(): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-demo-')));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await write(`A small program with a mistake is in ${folder}.\n\n> ${request}\n\n`);
    const options = {
      cwd: folder,
      env: process.env,
      settingSources: [],
      persistSession: false,
      systemPrompt: { type: 'preset', preset: 'claude_code' } as const,
    };
    const code = await print(options, request, 'live', canAskOnTerminal() ? undefined : sayYes);
    await write(next);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without a person at the terminal the questions are shown all the same. */
const sayYes: Ask = async (card) => {
  await write(`${card}y     (nobody is at this terminal, and the folder was made for this)\n`);
  return 'y';
};
