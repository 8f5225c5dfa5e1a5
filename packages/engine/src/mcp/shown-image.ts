import type { ApiContentBlockParam } from '@inboard/wire';
import { imageSize, imageType } from '../tool/builtin/read/image-header.js';

/** Above this the API refuses an image, and the request with it. */
const maxCharacters = 5_000_000;
const maxSide = 8000;

/** An image of a server as the model sees it; nothing when it is none the API takes, which would refuse the whole request. */
export function shownImage(base64: unknown): ApiContentBlockParam | undefined {
  if (typeof base64 !== 'string' || base64.length > maxCharacters) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const type = imageType(bytes); // what it is, whatever the server says
  const size = type && imageSize(type, bytes);
  if (!size || Math.max(size.width, size.height) > maxSide) return undefined;
  return { type: 'image', source: { type: 'base64', media_type: type, data: bytes.toString('base64') } };
}
