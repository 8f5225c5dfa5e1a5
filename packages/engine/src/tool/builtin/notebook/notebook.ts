/** One cell of a notebook, as in the file. Fields we do not know are kept. */
export interface Cell {
  cell_type: string;
  id?: string;
  source: string | string[];
  metadata?: Record<string, unknown>;
  execution_count?: number | null;
  outputs?: Record<string, unknown>[];
  [field: string]: unknown;
}

/** A notebook file, format 4. */
export interface Notebook {
  cells: Cell[];
  nbformat?: number;
  nbformat_minor?: number;
  metadata?: { language_info?: { name?: unknown }; kernelspec?: { language?: unknown } };
}

/** The notebook in a text, or what is wrong with it. */
export function parseNotebook(text: string): { notebook: Notebook } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('cells' in value) || !Array.isArray(value.cells))
      return { problem: 'it has no list of cells' };
    const isCell = (cell: unknown) => typeof cell === 'object' && cell !== null && 'cell_type' in cell && 'source' in cell;
    return value.cells.every(isCell) ? { notebook: value as Notebook } : { problem: 'one of its cells has no type or source' }; // checked
  } catch (error) {
    return { problem: `it is not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
}

/** Text that may stand in the file as a list of lines. */
export function joined(text: unknown): string {
  return Array.isArray(text) ? text.join('') : typeof text === 'string' ? text : '';
}

/** The id a cell is called by: its own, or its place when the format has none. */
export function cellId(cell: Cell, index: number): string {
  return cell.id ?? `cell-${index}`;
}

export function languageOf({ metadata }: Notebook): string {
  const name = metadata?.language_info?.name ?? metadata?.kernelspec?.language;
  return typeof name === 'string' ? name : 'python';
}
