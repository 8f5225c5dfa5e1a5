import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolInput } from './tool-input.js';

const input = { command: 'ls', list: [1] };
const json = JSON.stringify(input);

test.each([
  ['plain', json],
  ['encoded twice', JSON.stringify(json)],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['in a fence as text', JSON.stringify(`\`\`\`\n${json}\n\`\`\`\n`)],
])('an object %s is that object', (_, given) => {
  expect(toolInput('Bash', given)).toEqual({ input });
});

test.each([
  ['[1]', 'the input of Bash is not an object'],
  ['null', 'the input of Bash is not an object'],
  ['"text"', 'the input of Bash is not an object'],
  ['"[1]"', 'the input of Bash is not an object'],
  ['{"command":"l', expect.stringContaining('the input of Bash is not valid JSON (')],
  ['```json\n{"command":\n```', expect.stringContaining('the input of Bash is not valid JSON (')],
])('%s is none', (given, problem) => {
  expect(toolInput('Bash', given)).toEqual({ problem });
});

test('an answer may be anything, and a cut one is none', () => {
  expect(toolInput('StructuredOutput', '[1]')).toEqual({ input: { output: [1] } });
  expect(toolInput('StructuredOutput', '"a word"')).toEqual({ input: { output: 'a word' } });
  expect(toolInput('StructuredOutput', '{"a":')).toEqual({ problem: expect.stringContaining('not valid JSON') as string });
});

test('every object comes back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown;
      expect(toolInput('Bash', JSON.stringify(value))).toEqual({ input: plain });
      expect(toolInput('Bash', JSON.stringify(JSON.stringify(value)))).toEqual({ input: plain });
    }),
  );
});
