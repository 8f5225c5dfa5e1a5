import type { NotebookEditInput } from '@inboard/wire';
import { Refusal } from '../file/refusal.js';
import { findCells, type CellSpans } from './cell-spans.js';
import { cellId, joined, type Cell, type Notebook } from './notebook.js';

/** A notebook after a change. */
export interface ChangedNotebook {
  text: string;
  /** The cell that was changed, added or removed. */
  cell: Cell;
  id: string;
}

/** Changes one cell in the text of a notebook; the text of the others stays as it is. */
export function changeCell(text: string, notebook: Notebook, input: NotebookEditInput, newId: () => string): ChangedNotebook {
  const spans = findCells(text)!; // the notebook was parsed from this text
  const mode = input.edit_mode ?? 'replace';
  if (mode === 'insert') return insert(text, spans, notebook, input, newId);
  const index = indexOf(notebook, input.cell_id, mode);
  const cell = notebook.cells[index]!;
  const id = cellId(cell, index);
  if (mode === 'delete') return { text: remove(text, spans, index), cell, id };
  const changed = replaced(cell, input);
  const { start, end } = spans.cells[index]!;
  return { text: text.slice(0, start) + print(changed, text, start) + text.slice(end), cell: changed, id };
}

function indexOf({ cells }: Notebook, id: string | undefined, mode: string): number {
  if (id === undefined) throw new Refusal(`To ${mode} a cell, say which one with cell_id.`);
  const index = cells.findIndex((cell) => cell.id === id);
  const found = index === -1 ? cells.findIndex((cell, at) => cellId(cell, at) === id || `cell-${at}` === id) : index;
  if (found === -1) throw new Refusal(`The notebook has no cell "${id}". Read it to see its cells.`);
  return found;
}

/** What a cell of code had put out does not belong to its new source. */
function replaced(cell: Cell, { new_source: source, cell_type: type = cell.cell_type as 'code' | 'markdown' }: NotebookEditInput): Cell {
  const changed: Cell = { ...cell, cell_type: type, source: sourceLike(cell.source, source) };
  if (type === 'code') return { ...changed, execution_count: null, outputs: [] };
  const { execution_count: _, outputs: __, ...rest } = changed;
  return rest; // it has what every cell has
}

function insert(text: string, spans: CellSpans, notebook: Notebook, input: NotebookEditInput, newId: () => string): ChangedNotebook {
  if (!input.cell_type) throw new Refusal('To insert a cell, say what it is with cell_type: code or markdown.');
  const at = input.cell_id === undefined ? 0 : indexOf(notebook, input.cell_id, 'insert after') + 1;
  const hasIds = (notebook.nbformat ?? 4) > 4 || (notebook.nbformat === 4 && (notebook.nbformat_minor ?? 0) >= 5);
  const source = sourceLike(notebook.cells[0]?.source ?? [], input.new_source);
  const cell: Cell = {
    cell_type: input.cell_type,
    ...(input.cell_type === 'code' && { execution_count: null }),
    ...(hasIds && { id: newId().slice(0, 8) }),
    metadata: {},
    ...(input.cell_type === 'code' && { outputs: [] }),
    source,
  };
  return { text: put(text, spans, at, cell), cell, id: cellId(cell, at) };
}

function put(text: string, { list, cells }: CellSpans, index: number, cell: Cell): string {
  const first = cells[0];
  if (!first) {
    const style = indentOf(text);
    const [outer, inner] = style === '' ? ['', ''] : [`\n${style}`, `\n${style}${style}`];
    const body = printWith(cell, style, inner);
    return `${text.slice(0, list.start)}${inner}${body}${outer}${text.slice(list.end)}`;
  }
  const gap = text.slice(list.start, first.start);
  if (index === 0) return `${text.slice(0, first.start)}${print(cell, text, first.start)},${gap}${text.slice(first.start)}`;
  const after = cells[index - 1]!.end;
  return `${text.slice(0, after)},${gap}${print(cell, text, first.start)}${text.slice(after)}`;
}

function remove(text: string, { list, cells }: CellSpans, index: number): string {
  const next = cells[index + 1];
  if (next) return text.slice(0, cells[index]!.start) + text.slice(next.start);
  const before = cells[index - 1];
  return before ? text.slice(0, before.end) + text.slice(cells[index]!.end) : text.slice(0, list.start) + text.slice(list.end);
}

/** A cell as JSON, laid out like the rest of the file. */
function print(cell: Cell, text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const margin = /^[ \t]*/.exec(text.slice(lineStart, at))![0];
  return printWith(cell, indentOf(text), `\n${margin}`);
}

function printWith(cell: Cell, style: string, newline: string): string {
  return JSON.stringify(cell, null, style).replaceAll('\n', newline);
}

function indentOf(text: string): string {
  return /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '';
}

/** The format allows a text and a list of lines; a notebook keeps to one. */
function sourceLike(before: Cell['source'], source: string): Cell['source'] {
  if (!Array.isArray(before)) return source;
  return joined(source) === '' ? [] : source.split(/(?<=\n)/);
}
