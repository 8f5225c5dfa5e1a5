import { kindsOf, reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

const todo = (content: string, status: string) => ({ content, status, activeForm: `doing ${content}` });

verifies('todo:list', async ({ open }) => {
  const agent = await open();
  const first = [todo('a', 'in_progress'), todo('b', 'pending')];
  const second = [todo('a', 'completed')];
  agent.model.says(reply(toolUse('TodoWrite', { todos: first })), reply(text('done')), reply(toolUse('TodoWrite', { todos: second })), reply(text('done')));
  const messages = await agent.ask('go');
  const again = await agent.ask('go on', { resume: String(messages[0]!.session_id) });
  const results = [...messages, ...again].flatMap((message) => (message.tool_use_result === undefined ? [] : [message.tool_use_result]));
  expect(results).toEqual([{ oldTodos: [], newTodos: first }, { oldTodos: first, newTodos: second }]);
});

verifies('plan-mode:tools', async ({ open }) => {
  const agent = await open({ tools: ['EnterPlanMode', 'Read'] });
  agent.model.says(reply(toolUse('EnterPlanMode', {})), reply(text('done')));
  const messages = await agent.ask('go');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'system/status', 'user', 'assistant', 'result/success']);
  expect(messages[2]).toMatchObject({ permissionMode: 'plan' });
  expect(messages[3]!.tool_use_result).toEqual({ message: String(toolResultsOf(messages)[0]!.content) });
});

const question = { question: 'Which colour?', header: 'Colour', options: [{ label: 'Red', description: 'r' }, { label: 'Blue', description: 'b' }], multiSelect: false };

verifies('ask-user:own-answers', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(toolUse('AskUserQuestion', { questions: [question], answers: { 'Which colour?': 'Red' } })), reply(text('done')));
  expect(toolResultsOf(await agent.ask('go'))).toMatchObject([{ is_error: true, content: expect.stringMatching(/nobody/i) }]);
  const sent = agent.model.requests[1]!.body.messages as { content: unknown }[];
  expect(JSON.stringify(sent[1])).toContain('"answers":{"Which colour?":"Red"}'); // what the model said stays as it said it
});
