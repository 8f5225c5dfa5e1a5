import type { TodoWriteInput, TodoWriteOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../define.js';
import type { Todos } from '../state.js';
import prompt from './todo-write.md';

/** Replaces the list of things to do. Read-only: it touches nothing but the conversation. */
export const todoWriteTool = builtinTool('TodoWrite', { prompt, readOnly: true, run: todoWrite });

async function todoWrite({ todos: wanted }: TodoWriteInput, context: ToolContext): Promise<ToolOutcome> {
  const { state } = context;
  const { todos, objections } = await askAboutCompleted(wanted, context);
  const result: TodoWriteOutput = { oldTodos: state.todos, newTodos: todos };
  state.todos = todos;
  state.remember('todos', todos);
  const count = (status: (typeof todos)[number]['status']) => todos.filter((todo) => todo.status === status).length;
  const saved = `The list is saved: ${count('completed')} done, ${count('in_progress')} in progress, ${count('pending')} to do. Keep it up to date as you go on.`;
  return { content: [saved, ...objections].join('\n'), result };
}

/** What somebody objects to stays in progress. */
async function askAboutCompleted(wanted: Todos, { state, taskCompleted }: ToolContext): Promise<{ todos: Todos; objections: string[] }> {
  const before = new Set(state.todos.flatMap((todo) => (todo.status === 'completed' ? [todo.content] : [])));
  const objections: string[] = [];
  const todos: Todos = [];
  for (const [index, todo] of wanted.entries()) {
    const isNew = todo.status === 'completed' && !before.has(todo.content);
    const objection = isNew ? await taskCompleted?.({ id: String(index + 1), subject: todo.content }) : undefined;
    todos.push(objection === undefined ? todo : { ...todo, status: 'in_progress' });
    if (objection !== undefined) objections.push(`"${todo.content}" is not completed yet: ${objection}`);
  }
  return { todos, objections };
}
