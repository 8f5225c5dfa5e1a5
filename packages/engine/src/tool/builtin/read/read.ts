import { extname } from 'node:path';
import type { ReadInput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { checkPlace, placeOf } from '../file/judged-place.js';
import { openFile, readUpTo } from '../file/open-file.js';
import { refusable } from '../file/refusal.js';
import { absolutePath } from '../path.js';
import { imageType } from './image-header.js';
import prompt from './read.md';
import type { ReadFile } from './read-file.js';
import { readLargeText } from './read-large-text.js';
import { readText } from './read-text.js';

/** Files up to this size are read whole. */
const maxWholeBytes = 64 * 1024 * 1024;

/** Reads text with line numbers, images, PDFs and notebooks. */
export const readTool = builtinTool('Read', { prompt, readOnly: true, run: read });

async function read(input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(input.file_path, context);
  return refusable(path, async () => {
    const { handle, stat } = await openFile(path);
    try {
      const realPath = await placeOf(stat, path);
      checkPlace(realPath, context);
      const head = await readUpTo(handle, stat, 1024);
      const file: ReadFile = { path, realPath, handle, stat, head };
      return await readAs(file, input, context);
    } finally {
      await handle.close();
    }
  });
}

/** What a file is shows in its first bytes; only notebooks are known by their name. */
async function readAs(file: ReadFile, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  if (imageType(file.head)) return (await import('./read-image.js')).readImage(file, context);
  if (file.head.toString('latin1', 0, 5) === '%PDF-') return (await import('./read-pdf.js')).readPdf(file, input, context);
  const isNotebook = extname(file.path).toLowerCase() === '.ipynb' && input.offset === undefined && input.limit === undefined;
  if (isNotebook) {
    const outcome = await (await import('../notebook/read-notebook.js')).readNotebook(file, context);
    if (outcome) return outcome;
  }
  return file.stat.size > maxWholeBytes ? readLargeText(file, input, context) : readText(file, input, context);
}
