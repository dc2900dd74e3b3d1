import { open } from 'node:fs/promises';
import { limits } from '@upaj/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { decodeMemory, mostMemory } from './decode-memory.ts';
import { ImageError } from './image-error.ts';
import { hashPhoto, type PhotoHash } from './photo-hash.ts';

sharp.cache(false);
sharp.concurrency(1);

export interface DecodedPhoto {
  width: number;
  height: number;
  thumbhash: string;
  hash: PhotoHash | undefined;
  files: { width: number; data: Buffer }[];
}

export interface PhotoSize {
  width: number;
  height: number;
}

const timeout = { seconds: 60 };

export async function measurePhoto(input: string | Buffer): Promise<number> {
  await assertPhoto(input);
  const metadata = await sharp(input, { limitInputPixels: false }).metadata().catch(refuse);
  if (metadata.width * metadata.height > limits.image.maxPixels) throw new ImageError('imageTooManyPixels');
  const bytes = decodeMemory(metadata);
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

function decode(input: string | Buffer, width: number) {
  return (
    sharp(input, { limitInputPixels: limits.image.maxPixels, failOn: 'error', animated: false })
      .autoOrient()
      // The height is limited too, because a tall strip would exceed WebP's own limit.
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .timeout(timeout)
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
  );
}

function refuse(cause: unknown): never {
  throw new ImageError('imageInvalid', { cause });
}

async function thumbhashOf(raw: Sharp): Promise<string> {
  const small = raw.clone().resize(100, 100, { fit: 'inside' }).ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

const signatures: readonly ((head: Buffer) => boolean)[] = [
  (head) => head.readUIntBE(0, 3) === 0xffd8ff,
  (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  (head) => /^ftyp(avif|avis|heic|heix|mif1|msf1)/.test(head.toString('latin1', 4, 12)),
  (head) => /^(II\*\0|MM\0\*)/.test(head.toString('latin1', 0, 4)),
];

async function assertPhoto(input: string | Buffer): Promise<void> {
  const head = Buffer.alloc(16);
  if (typeof input === 'string') {
    await using file = await open(input);
    await file.read(head, 0, head.length, 0);
  } else {
    input.copy(head, 0, 0, head.length);
  }
  if (!signatures.some((isMatch) => isMatch(head))) throw new ImageError('imageInvalid');
}
