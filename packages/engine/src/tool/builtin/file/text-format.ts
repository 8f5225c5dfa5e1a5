import { isUtf8 } from 'node:buffer';

/** How the text of a file stands in its bytes. Decoding and encoding again gives the same bytes. */
export interface TextFormat {
  readonly name: string;
  readonly bom: Buffer;
  decode(bytes: Buffer): string;
  /** The bytes of a text, or undefined when it has characters this encoding lacks. */
  encode(text: string): Buffer | undefined;
}

const none = Buffer.alloc(0);
const utf8Bom = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16leBom = Buffer.from([0xff, 0xfe]);
const utf16beBom = Buffer.from([0xfe, 0xff]);

const wellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

function utf8(bom: Buffer): TextFormat {
  return {
    name: 'UTF-8',
    bom,
    decode: (bytes) => bytes.toString('utf8'),
    encode: (text) => (wellFormed(text) ? Buffer.from(text, 'utf8') : undefined),
  };
}

const utf16le: TextFormat = {
  name: 'UTF-16LE',
  bom: utf16leBom,
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
};
const utf16be: TextFormat = {
  name: 'UTF-16BE',
  bom: utf16beBom,
  decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
};

/** What new files are written in. */
export const plainText: TextFormat = utf8(none);

/** How these bytes are text, or undefined when they are none. Bytes that cannot be brought back exactly count as no text. */
export async function textFormat(bytes: Buffer): Promise<TextFormat | undefined> {
  const marked = markedFormat(bytes);
  if (marked) return isExact(marked, bytes) ? marked : undefined;
  if (bytes.subarray(0, sniffed).includes(0)) return undefined;
  return isUtf8(bytes) ? plainText : legacyFormat(bytes);
}

const sniffed = 8192;

/** The format that a byte order mark declares. */
export function markedFormat(bytes: Buffer): TextFormat | undefined {
  if (startsWith(bytes, utf8Bom)) return utf8(utf8Bom);
  if (startsWith(bytes, utf16leBom)) return utf16le;
  return startsWith(bytes, utf16beBom) ? utf16be : undefined;
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

function isExact(format: TextFormat, bytes: Buffer): boolean {
  if (format.name === 'UTF-8') return isUtf8(bytes);
  return bytes.length % 2 === 0 && !format.decode(bytes.subarray(2, sniffed)).includes('\0');
}

/** Encodings from before Unicode, by statistics. Control characters mean that it is no text. */
async function legacyFormat(bytes: Buffer): Promise<TextFormat | undefined> {
  if (hasControls(bytes) || isDamagedUtf8(sample(bytes))) return undefined;
  const [{ analyse }, { default: iconv }] = await Promise.all([import('chardet'), import('iconv-lite')]);
  const guesses = analyse(sample(bytes)).map((guess) => guess.name);
  for (const name of [...guesses, 'windows-1252']) {
    if (/^(utf|iso-2022)/i.test(name) || !iconv.encodingExists(name)) continue;
    const encode = (text: string) => exactly(text, iconv.encode(text, name), (made) => iconv.decode(made, name));
    const format: TextFormat = { name, bom: none, decode: (part) => iconv.decode(part, name, { stripBOM: false }), encode };
    if (isLegible(format, bytes)) return format;
  }
  return undefined;
}

/** Bytes no text has: controls of ASCII other than the usual white space, form feed, backspace and escape. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && ![0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}

/** UTF-8 with a few wrong bytes: in another encoding it would be shown as nonsense. */
function isDamagedUtf8(bytes: Buffer): boolean {
  let right = 0;
  let wrong = 0;
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at]! < 0x80 ? 1 : ([2, 3, 4].find((size) => isUtf8(bytes.subarray(at, at + size))) ?? 0);
    if (length > 1) right += length;
    if (length === 0) wrong += 1;
    at += Math.max(1, length);
  }
  return right > wrong;
}

/** The part that tells most: from the first byte that is not ASCII. */
function sample(bytes: Buffer): Buffer {
  const first = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1024);
  return bytes.subarray(first, first + 64 * 1024);
}

function exactly(text: string, made: Buffer, decode: (bytes: Buffer) => string): Buffer | undefined {
  return decode(made) === text ? made : undefined;
}

function isLegible(format: TextFormat, bytes: Buffer): boolean {
  const text = format.decode(bytes);
  return !/[\u0080-\u009f\ufffd]/.test(text) && (format.encode(text)?.equals(bytes) ?? false);
}
