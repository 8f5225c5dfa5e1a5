import type { TodoWriteInput } from '@inboard/wire';
import type { Style } from '../row/style.js';
import { oneLine } from '../row/tool-line.js';
import { clip } from '../row/wrap.js';

const most = 10;

/** The list of things to do, one row each: what is done, what is being done, what is left. */
export function todoRows(todos: TodoWriteInput['todos'], width: number, style: Style): string[] {
  const first = Math.max(0, Math.min(todos.findIndex(({ status }) => status !== 'completed') - 2, todos.length - most));
  const rows = todos.slice(first, first + most).map((todo) => clip(`  ${todoRow(todo, style)}`, width));
  const more = todos.length - rows.length;
  return more > 0 ? [...rows, style.dim(`  … ${more} more`)] : rows;
}

function todoRow({ content, status, activeForm }: TodoWriteInput['todos'][number], style: Style): string {
  if (status === 'completed') return style.dim(`☑ ${oneLine(content)}`);
  if (status === 'in_progress') return `${style.yellow('▸')} ${style.bold(oneLine(activeForm || content))}`;
  return `☐ ${oneLine(content)}`;
}
