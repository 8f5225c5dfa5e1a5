import type { ReadOutput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { imageSize, imageType } from './image-header.js';
import type { ReadFile } from './read-file.js';
import { fitImage } from './fit-image.js';

const maxFileBytes = 64 * 1024 * 1024;

/** Reads an image as a block the model can look at. */
export async function readImage({ path, handle, stat }: ReadFile, context: ToolContext): Promise<ToolOutcome> {
  if (stat.size > maxFileBytes)
    throw new Refusal(`${path} is an image of ${formatSize(stat.size)}; at most ${formatSize(maxFileBytes)} can be read.`);
  const bytes = await readUpTo(handle, stat, maxFileBytes);
  const type = imageType(bytes)!; // the caller has looked
  const size = imageSize(type, bytes);
  if (!size) throw new Refusal(`${path} begins like an image (${type}) but is damaged or cut off.`);
  const fitted = await fitImage({ bytes, type, ...size }, path, context);
  const base64 = fitted.bytes.toString('base64');
  const dimensions = { originalWidth: size.width, originalHeight: size.height, displayWidth: fitted.width, displayHeight: fitted.height };
  const result: ReadOutput = { type: 'image', file: { base64, type: fitted.type, originalSize: bytes.length, dimensions } };
  return { content: [{ type: 'image', source: { type: 'base64', media_type: fitted.type, data: base64 } }], result };
}
