import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { limits } from '@upaj/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Drive } from './drive.ts';

// Pictures are never decoded twice, and a phone-sized server has few cores to share.
sharp.cache(false);
sharp.concurrency(1);

/** A picture as a post keeps it: the URL of its largest width, its size in pixels, a base64 thumbhash. */
export interface KeptImage {
  url: string;
  width: number;
  height: number;
  thumbhash: string;
}

export class ImageError extends Error {
  override name = 'ImageError';
  readonly reason: 'imageInvalid' | 'imageTooManyPixels';
  constructor(reason: ImageError['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** A name that cannot be guessed; the files of one picture are `<name>-<width>.webp`. */
export function newImageName(): string {
  return randomBytes(16).toString('hex');
}

export function imageUrl(name: string, width: number): string {
  return `/media/${name}-${width}.webp`;
}

/** The name inside one of our URLs; undefined for any other text. */
export function imageNameOf(url: string): string | undefined {
  return /^\/media\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1];
}

/**
 * Re-encodes a picture as WebP in each of the widths (never enlarged), upright, without metadata.
 * @throws ImageError for a file that is no JPEG, PNG, WebP, GIF, AVIF, HEIC or TIFF by its first bytes, does not
 * decode, or has more than 50 megapixels.
 */
export async function keepImage(
  drive: Drive,
  input: string | Buffer,
  name: string,
  widths: readonly number[],
): Promise<KeptImage> {
  await assertPicture(input);
  const [largest = 0, ...smaller] = [...widths].sort((a, b) => b - a);
  const decoded = await decode(input, largest);
  const raw = sharp(decoded.data, { raw: decoded.info });
  await write(drive, raw, name, largest);
  for (const width of smaller)
    await write(drive, raw.clone().resize({ width, withoutEnlargement: true }), name, width);
  const { width, height } = decoded.info;
  return { url: imageUrl(name, largest), width, height, thumbhash: await thumbhashOf(raw) };
}

/** Removes every width of a picture; names that are gone already are fine. */
export async function dropImage(drive: Drive, name: string, widths: readonly number[]): Promise<void> {
  await Promise.all(widths.map((width) => drive.delete(`${name}-${width}.webp`)));
}

async function write(drive: Drive, picture: Sharp, name: string, width: number): Promise<void> {
  const data = await picture.webp({ quality: 74, effort: 2 }).toBuffer();
  await drive.put(`${name}-${width}.webp`, data);
}

async function decode(input: string | Buffer, width: number) {
  try {
    const image = sharp(input, {
      limitInputPixels: limits.image.maxPixels,
      failOn: 'error',
      animated: false,
    });
    return await image
      .autoOrient()
      // Bounded in height too: a strip of pixels would pass WebP's own limit.
      .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const isTooLarge = (error as Error).message.includes('pixel limit');
    throw new ImageError(isTooLarge ? 'imageTooManyPixels' : 'imageInvalid', { cause: error });
  }
}

async function thumbhashOf(raw: Sharp): Promise<string> {
  const small = raw.clone().resize(100, 100, { fit: 'inside' }).ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** First bytes of the formats that phones and cameras write. The file's name and stated type are not believed. */
const signatures: readonly ((head: Buffer) => boolean)[] = [
  (head) => head.readUIntBE(0, 3) === 0xffd8ff,
  (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  (head) => /^ftyp(avif|avis|heic|heix|mif1|msf1)/.test(head.toString('latin1', 4, 12)),
  (head) => /^(II\*\0|MM\0\*)/.test(head.toString('latin1', 0, 4)),
];

async function assertPicture(input: string | Buffer): Promise<void> {
  const head = Buffer.alloc(16);
  if (typeof input === 'string') {
    await using file = await open(input);
    await file.read(head, 0, head.length, 0);
  } else {
    input.copy(head, 0, 0, head.length);
  }
  if (!signatures.some((isMatch) => isMatch(head))) throw new ImageError('imageInvalid');
}
