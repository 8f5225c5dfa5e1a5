// The same question answered by an engine in a child process: the messages are the same.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { query, type Options } from 'inboard';

const prompt = 'read package.json and tell me the license';

async function kinds(options: Options): Promise<string[]> {
  const seen: string[] = [];
  for await (const message of query({ prompt, options }))
    seen.push('subtype' in message ? `${message.type}/${message.subtype}` : message.type);
  return seen;
}

// #region subprocess
const executable = fileURLToPath(import.meta.resolve('@inboard/cli/dist/inboard.js')); // or any engine that speaks the protocol
const inChild = await kinds({ model: 'offline', pathToClaudeCodeExecutable: executable });
const inProcess = await kinds({ model: 'offline' });
// #endregion

console.log(inChild);
assert.deepEqual(inChild, inProcess);
assert.equal(inChild.at(-1), 'result/success');
