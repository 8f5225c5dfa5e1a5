import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { errorText } from '@inboard/wire';
import { replaceText } from './builtin/edit/replace-text.js';
import { structuredPatch, type Hunk } from './builtin/file/patch.js';
import { textFormat } from './builtin/file/text-format.js';
import { absolutePath } from './builtin/path.js';

/** What a call would do to a file, before it is done. */
export interface ChangePreview {
  path: string;
  isNew: boolean;
  hunks: Hunk[];
  /** Why the change cannot be shown, or would not be made. */
  problem?: string;
}

type Place = Parameters<typeof absolutePath>[1];

const mostBytes = 2 * 1024 * 1024;

/** How an Edit or a Write would change its file as it is now; nothing for other calls. Never throws. */
export async function previewChange(tool: string, input: Record<string, unknown>, place: Place): Promise<ChangePreview | undefined> {
  if ((tool !== 'Edit' && tool !== 'Write') || typeof input.file_path !== 'string') return undefined;
  const path = absolutePath(input.file_path, place);
  try {
    const current = readCurrent(path);
    const { before, after } = tool === 'Write' ? await written(input, current) : await edited(input, current);
    return { path, isNew: current === undefined, hunks: await structuredPatch(before, after) };
  } catch (error) {
    return { path, isNew: false, hunks: [], problem: errorText(error) };
  }
}

/** The bytes of a plain file; nothing when there is none. Anything else, which might never end, is not read. */
function readCurrent(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error('It is not a plain file.');
    if (stat.size > mostBytes) throw new Error('The file is too large to show what would change.');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

interface BeforeAndAfter {
  before: string;
  after: string;
}

async function written({ content }: Record<string, unknown>, current: Buffer | undefined): Promise<BeforeAndAfter> {
  const after = textIn(content);
  if (!current) return { before: '', after };
  const format = await textFormat(current);
  if (!format) throw new Error('The file that would be replaced is not text.');
  return { before: format.decode(current.subarray(format.bom.length)), after };
}

async function edited(input: Record<string, unknown>, current: Buffer | undefined): Promise<BeforeAndAfter> {
  const oldText = textIn(input.old_string);
  const newText = textIn(input.new_string);
  if (oldText === '' && (!current || current.length === 0)) return { before: '', after: newText };
  if (!current) throw new Error('There is no such file.');
  const format = await textFormat(current);
  if (!format) throw new Error('The file is not text.');
  return replaceText(current, format, { oldText, newText, all: input.replace_all === true });
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
