import { errorText } from '@inboard/wire';
import type { ToolContext } from '../../define.js';
import { Refusal } from '../file/refusal.js';
import type { ImageSize, ImageType } from './image-header.js';
import { readLimit, startThread, type Thread } from './thread.js';

/** What the API takes: the longest side in pixels, and bytes before they become base64 (5 MB). */
const maxSide = 1568;
const maxBytes = 3_900_000;
const maxPixels = 100_000_000;
/** A scaled image over this size becomes a JPEG. */
const pngBytes = 500_000;

export interface Image extends ImageSize {
  bytes: Buffer;
  type: ImageType;
}

/** An image the API takes: the same one when it fits, else a smaller one. */
export async function fitImage(image: Image, path: string, context: Pick<ToolContext, 'env' | 'signal'>): Promise<Image> {
  const { width, height } = image;
  if (Math.max(width, height) <= maxSide && image.bytes.length <= maxBytes) return image;
  if (width * height > maxPixels) throw new Refusal(`${path} has ${width} × ${height} pixels: too many to be scaled down.`);
  const thread = startThread({ module: '@silvia-odwyer/photon-node', program, timeoutMs: readLimit(context.env), signal: context.signal });
  try {
    return await scale(image, thread);
  } catch (error) {
    if (context.signal.aborted) throw error;
    throw new Refusal(`${path} could not be scaled down to what the model takes: ${errorText(error)}`);
  } finally {
    await thread.close();
  }
}

/** Runs in a thread. Photographs stay JPEG; others do when they would be large as PNG. */
const program = `({ PhotonImage, SamplingFilter, resize }) => {
  let whole;
  return {
    open: (bytes) => void (whole = PhotonImage.new_from_byteslice(bytes)),
    scale: ({ width, height, pngBytes }) => {
      const small = resize(whole, width, height, SamplingFilter.Lanczos3);
      try {
        const png = pngBytes > 0 ? small.get_bytes() : undefined;
        return png && png.length <= pngBytes ? { bytes: png, type: 'image/png' } : { bytes: small.get_bytes_jpeg(85), type: 'image/jpeg' };
      } finally {
        small.free();
      }
    },
  };
}`;

async function scale(image: Image, thread: Thread): Promise<Image> {
  await thread.ask('open', new Uint8Array(image.bytes));
  for (let side = maxSide; ; side = Math.floor(side * 0.75)) {
    const factor = Math.min(1, side / Math.max(image.width, image.height));
    const size = { width: Math.max(1, Math.round(image.width * factor)), height: Math.max(1, Math.round(image.height * factor)) };
    const made = await thread.ask<Scaled>('scale', { ...size, pngBytes: image.type === 'image/jpeg' ? 0 : pngBytes });
    if (made.bytes.length <= maxBytes || side < 100) return { ...size, type: made.type, bytes: Buffer.from(made.bytes) };
  }
}

interface Scaled {
  bytes: Uint8Array;
  type: ImageType;
}
