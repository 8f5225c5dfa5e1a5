import { Refusal } from '../file/refusal.js';
import type { ImageSize, ImageType } from './image-header.js';

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
export async function fitImage(image: Image, path: string): Promise<Image> {
  const { width, height } = image;
  if (Math.max(width, height) <= maxSide && image.bytes.length <= maxBytes) return image;
  if (width * height > maxPixels) throw new Refusal(`${path} has ${width} × ${height} pixels: too many to be scaled down.`);
  try {
    return await scale(image);
  } catch (error) {
    throw new Refusal(
      `${path} could not be scaled down to what the model takes: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function scale(image: Image): Promise<Image> {
  const { PhotonImage, SamplingFilter, resize } = (await import('@silvia-odwyer/photon-node')).default;
  const whole = PhotonImage.new_from_byteslice(image.bytes);
  try {
    for (let side = maxSide; ; side = Math.floor(side * 0.75)) {
      const factor = Math.min(1, side / Math.max(image.width, image.height));
      const size = { width: Math.max(1, Math.round(image.width * factor)), height: Math.max(1, Math.round(image.height * factor)) };
      const small = resize(whole, size.width, size.height, SamplingFilter.Lanczos3);
      const made = encode(small, image.type);
      small.free();
      if (made.bytes.length <= maxBytes || side < 100) return { ...size, ...made };
    }
  } finally {
    whole.free();
  }
}

interface Encodable {
  get_bytes(): Uint8Array;
  get_bytes_jpeg(quality: number): Uint8Array;
}

function encode(image: Encodable, type: ImageType): Pick<Image, 'bytes' | 'type'> {
  if (type !== 'image/jpeg') {
    const bytes = Buffer.from(image.get_bytes());
    if (bytes.length <= pngBytes) return { bytes, type: 'image/png' };
  }
  return { bytes: Buffer.from(image.get_bytes_jpeg(85)), type: 'image/jpeg' };
}
