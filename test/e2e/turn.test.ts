import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindsOf, reply, resultsOf, text, textsOf, toolResultsOf, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

verifies('turn:text', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('hello ', 'there')));
  const messages = await agent.ask('hi');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'result/success']);
  expect(textsOf(messages)).toEqual(['hello there']);
  expect(resultsOf(messages)[0]).toMatchObject({
    is_error: false,
    num_turns: 1,
    result: 'hello there',
    stop_reason: 'end_turn',
    permission_denials: [],
  });
});

verifies('turn:tool-loop', async ({ open }) => {
  const agent = await open();
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha\n');
  agent.model.says(reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }, 'toolu_1')), reply(text('done')));
  const messages = await agent.ask('read it');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'user', 'assistant', 'result/success']);
  expect(toolResultsOf(messages)).toEqual([{ type: 'tool_result', tool_use_id: 'toolu_1', content: '     1→alpha\n     2→' }]);
});
