import type { WriteInput, WriteOutput } from '@inboard/wire';
import { builtinTool, type ToolContext, type ToolOutcome } from '../../define.js';
import { withEndings } from '../edit/find-text.js';
import { changeFile } from '../file/change-file.js';
import { structuredPatch } from '../file/patch.js';
import { refusable, Refusal } from '../file/refusal.js';
import { plainText, textFormat, type TextFormat } from '../file/text-format.js';
import { absolutePath } from '../path.js';
import prompt from './write.md';

/** Creates or replaces a file. */
export const writeTool = builtinTool('Write', { prompt, run: write });

interface Written {
  /** The text it had; null for a new file. */
  before: string | null;
  after: string;
  /** What the model should know. */
  notice: string;
}

async function write({ file_path: given, content }: WriteInput, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(given, context);
  return refusable(path, async () => {
    let written: Written | undefined;
    const change = async (current: Buffer | undefined): Promise<Buffer> => {
      const made = await contentFor(content, path, current);
      written = made;
      return made.bytes;
    };
    await changeFile({ path, whole: true, change }, context);
    return report(path, content, written!); // `changeFile` has called it
  });
}

/** A file that is replaced keeps its encoding and its line endings where the new text allows it. */
async function contentFor(content: string, path: string, current: Buffer | undefined): Promise<Written & { bytes: Buffer }> {
  const format = current ? await textFormat(current) : plainText;
  if (!format) throw new Refusal(`${path} is not a text file; it was not replaced.`);
  const before = current ? format.decode(current.subarray(format.bom.length)) : null;
  const after = before !== null && usesCrlf(before) ? withEndings(content, '\r\n') : content;
  const bytes = format.encode(after);
  if (bytes) return { before, after, notice: '', bytes: Buffer.concat([format.bom, bytes]) };
  return { before, after, notice: changedEncoding(format), bytes: plainBytes(after) };
}

function plainBytes(text: string): Buffer {
  const bytes = plainText.encode(text);
  if (!bytes) throw new Refusal('content has half of a surrogate pair, which no file can hold.');
  return bytes;
}

function changedEncoding(format: TextFormat): string {
  return ` It was ${format.name}, which cannot hold this text; it is UTF-8 now.`;
}

function usesCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

async function report(path: string, content: string, { before, after, notice }: Written): Promise<ToolOutcome> {
  const result: WriteOutput = {
    type: before === null ? 'create' : 'update',
    filePath: path,
    content,
    structuredPatch: before === null ? [] : await structuredPatch(before, after),
    originalFile: before,
  };
  return { content: `${before === null ? 'Created' : 'Replaced'} ${path}.${notice}`, result };
}
