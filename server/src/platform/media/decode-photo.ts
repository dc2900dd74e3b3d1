import { limits } from '@upaj/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { decodeMemory, mostMemory } from './decode-memory.ts';
import { ImageError } from './image-error.ts';
import { hashPhoto, type PhotoHash } from './photo-hash.ts';
import { familyOf, readHeader } from './photo-header.ts';
import type { PhotoSize } from './photo-size.ts';
import { toPng } from './wasm-photo.ts';

sharp.cache(false);
sharp.concurrency(1);

export interface DecodedPhoto {
  width: number;
  height: number;
  thumbhash: string;
  hash: PhotoHash | undefined;
  files: { width: number; data: Buffer }[];
}

const timeout = { seconds: 60 };

export async function measurePhoto(input: string | Buffer): Promise<number> {
  const header = await readHeader(input);
  if (header.width * header.height > limits.image.maxPixels) throw new ImageError('imageTooManyPixels');
  const bytes = decodeMemory(header);
  if (bytes > mostMemory) throw new ImageError('imageTooHeavy');
  return bytes;
}

/** Encodes the photo as WebP in each width, upright and without metadata, and never enlarges it. @throws ImageError */
export async function decodePhoto(input: string | Buffer, widths: readonly number[]): Promise<DecodedPhoto> {
  const [largest = 0, ...smaller] = widths.toSorted((a, b) => b - a);
  const decoded = await decode(input, largest);
  const raw = sharp(decoded.data, { raw: decoded.info });
  const files = [{ width: largest, data: await encode(raw) }];
  for (const width of smaller) {
    const data = await encode(raw.clone().resize({ width, withoutEnlargement: true }));
    files.push({ width, data });
  }
  const { width, height } = decoded.info;
  return { width, height, thumbhash: await thumbhashOf(raw), hash: await hashPhoto(raw), files };
}

/** Hashes the photo as it looks when it is stored in this width. */
export async function hashStoredPhoto(input: string | Buffer, width: number): Promise<PhotoHash | undefined> {
  const { data, info } = await decode(input, width);
  return hashPhoto(sharp(data, { raw: info }));
}

function encode(photo: Sharp): Promise<Buffer> {
  return photo.webp({ quality: 74, effort: 2 }).toBuffer();
}

/** Encodes a JPEG, because some apps do not show WebP in link previews. */
export async function encodeJpeg(input: string | Buffer, { width, height }: PhotoSize): Promise<Buffer> {
  return sharp(input, { limitInputPixels: limits.image.maxPixels, failOn: 'error', animated: false })
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 72 })
    .timeout(timeout)
    .toBuffer()
    .catch(refuse);
}

async function decode(input: string | Buffer, width: number) {
  // The height is limited too, because a tall strip would exceed WebP's own limit.
  const within = { width, height: width * 2 };
  const readable = await makeReadable(input, within);
  return sharp(readable, { limitInputPixels: limits.image.maxPixels, failOn: 'error', animated: false })
    .autoOrient()
    .resize({ ...within, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .timeout(timeout)
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
}

async function makeReadable(input: string | Buffer, within: PhotoSize): Promise<string | Buffer> {
  if ((await familyOf(input)) === 'other') return input;
  const { codec } = await readHeader(input);
  return codec ? toPng(input, codec, within) : input;
}

function refuse(cause: unknown): never {
  throw new ImageError('imageInvalid', { cause });
}

async function thumbhashOf(raw: Sharp): Promise<string> {
  const small = raw.clone().resize(100, 100, { fit: 'inside' }).ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
