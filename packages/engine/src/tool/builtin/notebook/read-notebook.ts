import type { ApiContentBlockParam, ReadOutput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { noteRead } from '../file/seen.js';
import { textFormat } from '../file/text-format.js';
import { maxOutput, type ReadFile } from '../read/read-file.js';
import { cellId, joined, languageOf, parseNotebook, type Cell } from './notebook.js';
import { showOutput, type ShownOutput } from './show-output.js';

const maxFileBytes = 100 * 1024 * 1024;
const maxImages = 20;

/** Reads a notebook cell by cell with its outputs; undefined when it is none after all and should be shown as text. */
export async function readNotebook({ path, realPath, handle, stat }: ReadFile, context: ToolContext): Promise<ToolOutcome | undefined> {
  if (stat.size > maxFileBytes)
    throw new Refusal(`${path} is a notebook of ${formatSize(stat.size)}; at most ${formatSize(maxFileBytes)} can be read.`);
  const bytes = await readUpTo(handle, stat, maxFileBytes);
  const format = await textFormat(bytes);
  const parsed = format && parseNotebook(format.decode(bytes.subarray(format.bom.length)));
  if (!parsed || 'problem' in parsed) return undefined;
  const language = languageOf(parsed.notebook);
  const cells = parsed.notebook.cells.map((cell, index) => showCell(cell, index, language));
  const shown = fit(cells, maxOutput(context.env));
  noteRead(context.state, realPath, bytes, { first: 1, last: shown.length, total: cells.length });
  const result: ReadOutput = { type: 'notebook', file: { filePath: path, cells: cells.map((cell) => cell.result) } };
  return { content: blocksOf(shown, cells.length), result };
}

interface ShownCell {
  text: string;
  images: ShownOutput['images'];
  result: Record<string, unknown>;
}

function showCell(cell: Cell, index: number, language: string): ShownCell {
  const id = cellId(cell, index);
  const source = joined(cell.source);
  const outputs = (cell.outputs ?? []).map(showOutput);
  const kind = cell.cell_type === 'code' ? `code, ${language}` : cell.cell_type;
  const texts = outputs.flatMap(({ text }) => (text === '' ? [] : [`Output:\n${text}`]));
  return {
    text: [`Cell ${id} (${kind})`, source, ...texts].join('\n'),
    images: outputs.flatMap(({ images }) => images),
    result: {
      cellType: cell.cell_type,
      source,
      cell_id: id,
      ...(cell.cell_type === 'code' && { language, execution_count: cell.execution_count ?? undefined }),
      ...(outputs.length > 0 && { outputs: outputs.map((output) => output.result) }),
    },
  };
}

function fit(cells: readonly ShownCell[], room: number): ShownCell[] {
  let used = 0;
  return cells.filter((cell, index) => (used += cell.text.length) <= room || index === 0);
}

function blocksOf(shown: readonly ShownCell[], total: number): ToolOutcome['content'] {
  const left = total - shown.length;
  const notice = left > 0 ? [`(no more fits into one result: ${left} more cells; read the file as text with offset and limit)`] : [];
  const text = total === 0 ? 'The notebook has no cells.' : [...shown.map((cell) => cell.text), ...notice].join('\n\n');
  const images = shown.flatMap((cell) => cell.images).slice(0, maxImages);
  if (images.length === 0) return text;
  return [{ type: 'text', text }, ...images.map((source): ApiContentBlockParam => ({ type: 'image', source }))];
}
