import { extname } from 'node:path';
import type { NotebookEditInput, NotebookEditOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { changeFile } from '../file/change-file.js';
import { refusable, Refusal } from '../file/refusal.js';
import { textFormat } from '../file/text-format.js';
import { absolutePath } from '../path.js';
import { changeCell, type ChangedNotebook } from './change-cell.js';
import { languageOf, parseNotebook } from './notebook.js';
import prompt from './notebook-edit.md';

/** Changes cells of notebooks. */
export const notebookEditTool = builtinTool('NotebookEdit', { prompt, run: notebookEdit });

interface Changed extends ChangedNotebook {
  before: string;
  language: string;
  bytes: Buffer;
}

async function notebookEdit(input: NotebookEditInput, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(input.notebook_path, context);
  return refusable(path, async () => {
    if (extname(path).toLowerCase() !== '.ipynb') throw new Refusal(`${path} is not a notebook (.ipynb). Use Edit for other files.`);
    let changed: Changed | undefined;
    const change = async (current: Buffer | undefined): Promise<Buffer> => {
      const made = await applyTo(current, path, input, context);
      changed = made;
      return made.bytes;
    };
    await changeFile({ path, whole: false, change }, context);
    return report(input, path, changed!); // `changeFile` has called it
  });
}

async function applyTo(current: Buffer | undefined, path: string, input: NotebookEditInput, context: ToolContext): Promise<Changed> {
  if (!current) throw new Refusal(`There is no file ${path}. To create it, use Write.`);
  const format = await textFormat(current);
  const before = format?.decode(current.subarray(format.bom.length)) ?? '';
  const parsed = parseNotebook(before);
  if (!format || 'problem' in parsed)
    throw new Refusal(`${path} is not a notebook: ${'problem' in parsed ? parsed.problem : 'it is not text'}.`);
  const made = changeCell(before, parsed.notebook, input, context.port.newId);
  const bytes = format.encode(made.text);
  if (!bytes) throw new Refusal(`new_source has characters that ${format.name} cannot hold.`);
  return { ...made, before, language: languageOf(parsed.notebook), bytes: Buffer.concat([format.bom, bytes]) };
}

const done = { replace: 'Replaced', insert: 'Inserted', delete: 'Deleted' };

function report(input: NotebookEditInput, path: string, changed: Changed): ToolOutcome {
  const mode = input.edit_mode ?? 'replace';
  const result: NotebookEditOutput = {
    new_source: input.new_source,
    cell_id: changed.id,
    cell_type: changed.cell.cell_type === 'code' ? 'code' : 'markdown',
    language: changed.language,
    edit_mode: mode,
    notebook_path: path,
    original_file: changed.before,
    updated_file: changed.text,
  };
  return { content: `${done[mode]} cell ${changed.id} in ${path}.`, result };
}
