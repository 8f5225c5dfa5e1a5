import { kindsOf, reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

const todo = (content: string, status: string) => ({ content, status, activeForm: `doing ${content}` });

verifies('todo:list', async ({ open }) => {
  const agent = await open();
  const first = [todo('a', 'in_progress'), todo('b', 'pending')];
  const second = [todo('a', 'completed')];
  agent.model.says(
    reply(toolUse('TodoWrite', { todos: first })),
    reply(text('done')),
    reply(toolUse('TodoWrite', { todos: second })),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  const again = await agent.ask('go on', { resume: String(messages[0]!.session_id) });
  const results = [...messages, ...again].flatMap((message) => (message.tool_use_result === undefined ? [] : [message.tool_use_result]));
  expect(results).toEqual([
    { oldTodos: [], newTodos: first },
    { oldTodos: first, newTodos: second },
  ]);
});

verifies('plan-mode:tools', async ({ open }) => {
  const agent = await open({ tools: ['EnterPlanMode', 'Read'] });
  agent.model.says(reply(toolUse('EnterPlanMode', {})), reply(text('done')));
  const messages = await agent.ask('go');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'system/status', 'user', 'assistant', 'result/success']);
  expect(messages[2]).toMatchObject({ permissionMode: 'plan' });
  expect(messages[3]!.tool_use_result).toEqual({ message: String(toolResultsOf(messages)[0]!.content) });
});

const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'r' },
    { label: 'Blue', description: 'b' },
  ],
  multiSelect: false,
};

verifies('ask-user:own-answers', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(toolUse('AskUserQuestion', { questions: [question], answers: { 'Which colour?': 'Red' } })), reply(text('done')));
  const asked: unknown[] = [];
  const messages = await agent.ask('go', {
    canUseTool: async (_, input) => {
      asked.push(input);
      return { behavior: 'allow', updatedInput: input };
    },
  });
  expect(asked).toEqual([{ questions: [question] }]);
  expect(toolResultsOf(messages)).toMatchObject([{ is_error: true, content: expect.stringContaining('Nobody answered') }]);
  const sent = agent.model.requests[1]!.body.messages as { content: unknown }[];
  expect(JSON.stringify(sent[1])).toContain('"answers":{"Which colour?":"Red"}'); // what the model said stays as it said it
});

verifies('ask-user:answered', async ({ open }) => {
  for (const mode of ['default', 'bypassPermissions'] as const) {
    const agent = await open({ permissionMode: mode, allowDangerouslySkipPermissions: true });
    agent.model.says(reply(toolUse('AskUserQuestion', { questions: [question] })), reply(text('done')));
    const asked: unknown[] = [];
    const messages = await agent.ask('go', {
      canUseTool: async (tool, input) => {
        asked.push([tool, input]);
        return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which colour?': 'Blue' } } };
      },
    });
    expect(asked).toEqual([['AskUserQuestion', { questions: [question] }]]);
    expect(messages.find((message) => message.tool_use_result)?.tool_use_result).toEqual({
      questions: [question],
      answers: { 'Which colour?': 'Blue' },
    });
    expect(toolResultsOf(messages)).toMatchObject([{ content: 'The user answered:\n"Which colour?" = "Blue"' }]);
  }
});

verifies('ask-user:nobody', async ({ open }) => {
  const agent = await open({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true });
  agent.model.says(reply(toolUse('AskUserQuestion', { questions: [question] })), reply(text('done')));
  expect(toolResultsOf(await agent.ask('go'))).toMatchObject([{ is_error: true, content: expect.stringContaining('nobody can be asked') }]);
  agent.model.says(reply(toolUse('AskUserQuestion', { questions: [question] })), reply(text('done')));
  const allowed = await agent.ask('go', { canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }) });
  expect(toolResultsOf(allowed)).toMatchObject([{ is_error: true, content: expect.stringContaining('Nobody answered') }]);
});

verifies('plan-mode:approved', async ({ open }) => {
  const agent = await open({ permissionMode: 'plan' });
  agent.model.says(reply(toolUse('ExitPlanMode', { plan: '1. write' })), reply(text('done')));
  const messages = await agent.ask('go', { canUseTool: async () => ({ behavior: 'allow', updatedInput: { plan: '1. write less' } }) });
  expect(messages.filter((message) => message.subtype === 'status')).toMatchObject([{ permissionMode: 'default' }]);
  expect(messages.find((message) => message.tool_use_result)?.tool_use_result).toEqual({ plan: '1. write less', isAgent: false });
  expect(toolResultsOf(messages)[0]!.content).toContain('1. write less');
});
