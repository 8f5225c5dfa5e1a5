import type { EditInput, EditOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { changeFile } from '../file/change-file.js';
import { structuredPatch } from '../file/patch.js';
import { refusable, Refusal } from '../file/refusal.js';
import { plainText, textFormat } from '../file/text-format.js';
import { absolutePath } from '../path.js';
import prompt from './edit.md';
import { replaceText, type Replaced } from './replace-text.js';

/** Replaces text in a file, exactly where it matches. */
export const editTool = builtinTool('Edit', { prompt, run: edit });

async function edit(input: EditInput, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(input.file_path, context);
  return refusable(path, async () => {
    if (input.old_string === input.new_string) throw new Refusal('old_string and new_string are the same: there is nothing to change.');
    let made: Replaced | undefined;
    await changeFile({ path, whole: false, change: async (current) => (made = await apply(input, path, current)).bytes }, context);
    return report(input, path, made!); // `changeFile` has called it
  });
}

async function apply(input: EditInput, path: string, current: Buffer | undefined): Promise<Replaced> {
  if (input.old_string === '') return create(input, path, current);
  if (!current) throw new Refusal(`There is no file ${path}. To create it, use Write.`);
  const format = await textFormat(current);
  if (!format) throw new Refusal(`${path} is not a text file: its bytes are in no encoding that could be kept. It was not changed.`);
  return replaceText(current, format, { oldText: input.old_string, newText: input.new_string, all: input.replace_all ?? false });
}

function create(input: EditInput, path: string, current: Buffer | undefined): Replaced {
  if (current && current.length > 0)
    throw new Refusal(`${path} exists and is not empty; an empty old_string only creates files. Give the text to replace.`);
  const bytes = plainText.encode(input.new_string);
  if (!bytes) throw new Refusal('new_string has half of a surrogate pair, which no file can hold.');
  return { bytes, before: '', after: input.new_string, count: 1 };
}

async function report(input: EditInput, path: string, { before, after, count }: Replaced): Promise<ToolOutcome> {
  const patch = await structuredPatch(before, after);
  const result: EditOutput = {
    filePath: path,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile: before,
    structuredPatch: patch,
    userModified: false,
    replaceAll: input.replace_all ?? false,
  };
  const done = input.old_string === '' ? `Created ${path}.` : `Edited ${path}: ${count} replacement${count === 1 ? '' : 's'}.`;
  return { content: done, result };
}
