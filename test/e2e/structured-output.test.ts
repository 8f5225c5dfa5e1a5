import { blocksIn, kindsOf, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, n: { type: 'number' } },
  required: ['name', 'n'],
  additionalProperties: false,
};
const asking = (wanted: Record<string, unknown> = schema): Options => ({ outputFormat: { type: 'json_schema', schema: wanted } });
const gives = (input: unknown) => reply(toolUse('StructuredOutput', input));

verifies('structured-output:valid', async ({ open }) => {
  const agent = await open(asking());
  agent.model.says(gives({ name: 'x', n: 3 }), reply(text('done')));
  const messages = await agent.ask('go');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'user', 'assistant', 'result/success']);
  expect(messages[0]!.tools).toContain('StructuredOutput');
  expect(resultsOf(messages)[0]).toMatchObject({ is_error: false, num_turns: 2, result: 'done', structured_output: { name: 'x', n: 3 } });
  const { tools, system } = agent.model.requests[0]!.body as {
    tools: { name: string; input_schema: unknown }[];
    system: { text: string }[];
  };
  expect(tools.find((tool) => tool.name === 'StructuredOutput')?.input_schema).toEqual(schema);
  expect(system.at(-1)!.text).toContain('StructuredOutput');
});

verifies('structured-output:repair', async ({ open }) => {
  const answer = JSON.stringify({ name: 'x', n: 3 });
  const bare = [JSON.stringify(answer), `\`\`\`json\n${answer}\n\`\`\``, JSON.stringify({ output: `\`\`\`\n${answer}\n\`\`\`` })];
  for (const input of [{ output: answer }, { parameters: { name: 'x', n: 3 } }, ...bare]) {
    const agent = await open(asking());
    agent.model.says(gives(input), reply(text('done')));
    const messages = await agent.ask('go');
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', num_turns: 2, structured_output: { name: 'x', n: 3 } }]);
  }
});

verifies('structured-output:bare-list', async ({ open }) => {
  const agent = await open(asking({ type: 'array', items: { type: 'number' } }));
  agent.model.says(gives('[1,2]'), reply(text('done')));
  expect(resultsOf(await agent.ask('go'))).toMatchObject([{ subtype: 'success', num_turns: 2, structured_output: [1, 2] }]);
  agent.model.says(gives('["a"]'), gives('"[3]"'), reply(text('done')));
  expect(resultsOf(await agent.ask('again'))).toMatchObject([{ subtype: 'success', num_turns: 3, structured_output: [3] }]);
});

verifies('structured-output:retry', async ({ open }) => {
  const agent = await open(asking());
  agent.model.says(gives({ name: 'x' }), gives({ name: 'x', n: '3' }), gives({ name: 'x', n: 3 }), reply(text('done')));
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages).map((block) => [block.is_error ?? false, String(block.content).split('\n')[1]])).toEqual([
    [true, '- the answer: Instance does not have required property "n".'],
    [true, '- n: Instance type "string" is invalid. Expected "number".'],
    [false, undefined],
  ]);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', num_turns: 4, structured_output: { name: 'x', n: 3 } }]);
});

verifies('structured-output:text-only', async ({ open }) => {
  const agent = await open(asking());
  agent.model.says(reply(text('I am done.')), reply(text('Here it is:\n```json\n{"name":"x","n":3}\n```')));
  const messages = await agent.ask('go');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'user', 'assistant', 'result/success']);
  expect(messages[2]).toMatchObject({ isSynthetic: true });
  expect(blocksIn(messages, 'user', 'text')[0]!.text).toContain('StructuredOutput');
  expect(resultsOf(messages)[0]).toMatchObject({
    result: 'Here it is:\n```json\n{"name":"x","n":3}\n```',
    structured_output: { name: 'x', n: 3 },
  });
});

verifies('structured-output:exhausted', async ({ open }) => {
  const agent = await open(asking());
  agent.model.always(gives({ name: 1, n: 1 }));
  const messages = await agent.ask('go');
  expect(agent.model.requests).toHaveLength(5);
  expect(resultsOf(messages)).toMatchObject([
    {
      subtype: 'error_max_structured_output_retries',
      is_error: true,
      errors: [expect.stringContaining('in 5 tries (name: Instance type "number"')],
    },
  ]);
  const few = await open({ ...asking(), env: { ...agent.options.env, MAX_STRUCTURED_OUTPUT_RETRIES: '2' } });
  agent.model.always(reply(text('no')));
  expect(resultsOf(await few.ask('go'))).toMatchObject([{ subtype: 'error_max_structured_output_retries', num_turns: 2 }]);
});

verifies('structured-output:references', async ({ open }) => {
  const tree = {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['name', 'children'],
      },
    },
  };
  const good = { name: 'a', children: [{ name: 'b', children: [] }] };
  const agent = await open(asking(tree));
  agent.model.says(gives({ output: { name: 'a', children: [{ name: 2, children: [] }] } }), gives({ output: good }), reply(text('done')));
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages)[0]).toMatchObject({
    is_error: true,
    content: expect.stringContaining('children/0/name: Instance type "number"'),
  });
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', structured_output: good }]);
  const list = await open(asking({ type: 'array', items: { type: 'number' } }));
  list.model.says(gives({ output: [1, 2] }), reply(text('done')));
  expect(resultsOf(await list.ask('go'))).toMatchObject([{ structured_output: [1, 2] }]);
});

verifies('structured-output:invalid-schema', async ({ open }) => {
  const agent = await open(asking({ type: 'object', properties: { a: { type: 'strng' } } }));
  const error = {
    code: 'invalid_option',
    message: 'Option "outputFormat": schema: this is not a valid JSON schema: #/properties/a/type names "strng", which is no JSON type',
  };
  expect(() => agent.query('go')).toThrow(expect.objectContaining(error) as Error);
  expect(agent.model.requests).toEqual([]);
});

verifies('structured-output:limit', async ({ open }) => {
  const agent = await open({ ...asking(), maxTurns: 1 });
  agent.model.says(gives({ name: 'x', n: 3 }));
  expect(resultsOf(await agent.ask('go'))).toMatchObject([
    { subtype: 'success', num_turns: 1, result: '{"name":"x","n":3}', structured_output: { name: 'x', n: 3 } },
  ]);
});
