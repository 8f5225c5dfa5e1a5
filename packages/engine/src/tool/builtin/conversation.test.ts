import type { PermissionMode } from '@inboard/wire';
import { expect, it } from 'vitest';
import { toolContext } from '../../../../../test/tool-context.js';
import { createToolState } from '../state.js';
import { askUserQuestionTool } from './ask-user-question.js';
import { enterPlanModeTool } from './enter-plan-mode.js';
import { exitPlanModeTool } from './exit-plan-mode.js';
import { todoWriteTool } from './todo-write.js';

const todo = (content: string, status: 'pending' | 'in_progress' | 'completed') => ({ content, status, activeForm: `doing ${content}` });

it('TodoWrite replaces the list and remembers it', async () => {
  const remembered: unknown[] = [];
  const state = createToolState({ cwd: '/', remember: (value) => remembered.push(value) });
  const first = [todo('a', 'in_progress'), todo('b', 'pending')];
  expect((await todoWriteTool.run({ todos: first }, toolContext({ state }))).result).toEqual({ oldTodos: [], newTodos: first });
  expect((await todoWriteTool.run({ todos: [] }, toolContext({ state }))).result).toEqual({ oldTodos: first, newTodos: [] });
  expect(remembered).toEqual([{ todos: first }, { todos: [] }]);
});

const colour = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'r' },
    { label: 'Blue', description: 'b' },
  ],
  multiSelect: false,
};
const size = { ...colour, question: 'Which size?', multiSelect: true };

it('AskUserQuestion passes the answers on', async () => {
  const answers = { 'Which colour?': 'Blue' };
  expect(await askUserQuestionTool.run({ questions: [colour, size], answers }, toolContext())).toEqual({
    content: 'The user answered:\n"Which colour?" = "Blue"\n"Which size?" = (no answer)',
    result: { questions: [colour, size], answers },
  });
});

it.each([[undefined], [{}], [{ 'Another question?': 'Yes' }], [{ 'Which colour?': '' }]])(
  'AskUserQuestion never makes up an answer: %j',
  async (answers) => {
    expect(await askUserQuestionTool.run({ questions: [colour], ...(answers && { answers }) }, toolContext())).toMatchObject({
      isError: true,
      content: expect.stringContaining('Nobody answered'),
    });
  },
);

it('AskUserQuestion reaches the user and does not offer the model to answer', () => {
  expect(askUserQuestionTool.needsUser).toBe(true);
  expect(Object.keys(askUserQuestionTool.inputSchema().properties as object)).toEqual(['questions']);
});

function planning(start: PermissionMode) {
  const modes: PermissionMode[] = [start];
  const state = createToolState({ cwd: '/', remember: () => undefined });
  const context = () => toolContext({ state, permissionMode: modes.at(-1)!, setPermissionMode: (mode) => void modes.push(mode) });
  return { modes, state, context };
}

it('plan mode ends where it began', async () => {
  const { modes, state, context } = planning('acceptEdits');
  expect((await enterPlanModeTool.run({}, context())).result).toEqual({ message: expect.stringContaining('ExitPlanMode') });
  await enterPlanModeTool.run({}, context());
  expect(await exitPlanModeTool.run({ plan: '1. do it' }, context())).toEqual({
    content: 'The plan is approved and plan mode is over. Carry it out. As approved:\n\n1. do it',
    result: { plan: '1. do it', isAgent: false },
  });
  expect(modes).toEqual(['acceptEdits', 'plan', 'acceptEdits']);
  expect([state.plan, state.modeBeforePlan]).toEqual(['1. do it', undefined]);
});

it('a session that began in plan mode goes on in the default mode', async () => {
  const { modes, context } = planning('plan');
  expect((await exitPlanModeTool.run({}, context())).result).toEqual({ plan: null, isAgent: false });
  expect(modes).toEqual(['plan', 'default']);
});

it('the mode chosen with the approval stands', async () => {
  const { modes, context } = planning('acceptEdits');
  await exitPlanModeTool.run({ plan: 'p' }, context());
  expect(modes).toEqual(['acceptEdits']);
});

it('a subagent cannot start plan mode', async () => {
  expect(await enterPlanModeTool.run({}, toolContext({ agentId: 'a1' }))).toMatchObject({ isError: true });
});
