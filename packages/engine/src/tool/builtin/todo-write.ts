import type { TodoWriteInput, TodoWriteOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './todo-write.md';

/** Replaces the list of things to do. Read-only: it touches nothing but the conversation. */
export const todoWriteTool = builtinTool('TodoWrite', { prompt, readOnly: true, run: todoWrite });

async function todoWrite({ todos }: TodoWriteInput, { state }: ToolContext): Promise<ToolOutcome> {
  const result: TodoWriteOutput = { oldTodos: state.todos, newTodos: todos };
  state.todos = todos;
  state.remember('todos', todos);
  const count = (status: (typeof todos)[number]['status']) => todos.filter((todo) => todo.status === status).length;
  return { content: `The list is saved: ${count('completed')} done, ${count('in_progress')} in progress, ${count('pending')} to do. Keep it up to date as you go on.`, result };
}
