import { imageSize, imageType, type ImageType } from '../read/image-header.js';
import { joined } from './notebook.js';

/** An output of a cell, for the model and for the host. */
export interface ShownOutput {
  text: string;
  images: { type: 'base64'; media_type: ImageType; data: string }[];
  result: Record<string, unknown>;
}

const maxText = 10_000;
const maxImageBytes = 3_900_000;

/** What an output of a cell shows: its text, and the images it holds. */
export function showOutput(output: Record<string, unknown>): ShownOutput {
  const data = (output.data ?? {}) as Record<string, unknown>; // any JSON; read with care below
  const text = cut(textOf(output, data));
  const images = ['image/png', 'image/jpeg'].flatMap((type) => imagesOf(data[type]));
  const image = images[0] && { image: { image_data: images[0].data, media_type: images[0].media_type } };
  return { text, images, result: { output_type: output.output_type, ...(text !== '' && { text }), ...image } };
}

function textOf(output: Record<string, unknown>, data: Record<string, unknown>): string {
  if (output.output_type === 'stream') return joined(output.text);
  if (output.output_type === 'error')
    return withoutColours(
      [`${String(output.ename)}: ${String(output.evalue)}`, ...(Array.isArray(output.traceback) ? output.traceback : [])].join('\n'),
    );
  return joined(data['text/plain']);
}

/** Only whole images of a size the API takes: a damaged one would make it refuse the conversation. */
function imagesOf(value: unknown): ShownOutput['images'] {
  const data = joined(value).replaceAll(/\s/g, '');
  const bytes = Buffer.from(data, 'base64');
  const type = imageType(bytes);
  if (!type || bytes.length > maxImageBytes) return [];
  const size = imageSize(type, bytes);
  return size && Math.max(size.width, size.height) <= 8000 ? [{ type: 'base64', media_type: type, data: bytes.toString('base64') }] : [];
}

function withoutColours(text: string): string {
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '');
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text;
}
