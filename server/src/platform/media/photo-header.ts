import { open, readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { ImageError } from './image-error.ts';
import { boxesOf } from './photo-boxes.ts';
import { sizeOfJxl } from './photo-size.ts';
import type { WasmCodec } from './wasm-photo.ts';

/** `codec` decodes the photo if sharp cannot. */
export type PhotoHeader = Pick<Metadata, 'width' | 'height' | 'format'> &
  Partial<Metadata> & { codec?: WasmCodec };

type Family = 'jxl' | 'heif' | 'other';

const signatures: readonly [Family, (head: Buffer) => boolean][] = [
  ['other', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['other', (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['other', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'],
  ['other', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['other', (head) => /^(II\*\0|MM\0\*)/.test(head.toString('latin1', 0, 4))],
  ['heif', (head) => /^ftyp(avi[fs]|hei[cmsx]|hev[cmsx]|mi[af]1|msf1)/.test(head.toString('latin1', 4, 12))],
  ['jxl', (head) => head.readUInt16BE(0) === 0xff0a || head.toString('latin1', 4, 12) === 'JXL \r\n\x87\n'],
];

/** Goes by the content, because names and declared types can be wrong. @throws ImageError */
export async function familyOf(input: string | Buffer): Promise<Family> {
  const head = Buffer.alloc(16);
  if (typeof input === 'string') {
    await using file = await open(input);
    await file.read(head, 0, head.length, 0);
  } else {
    input.copy(head, 0, 0, head.length);
  }
  const found = signatures.find(([, isMatch]) => isMatch(head));
  if (!found) throw new ImageError('imageInvalid');
  return found[0];
}

/** Decodes nothing. @throws ImageError */
export async function readHeader(input: string | Buffer): Promise<PhotoHeader> {
  const family = await familyOf(input);
  if (family === 'jxl') return { ...sizeOfJxl(await bytesOf(input)), format: 'jxl', codec: 'jxl' };
  const metadata = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageError('imageInvalid', { cause });
    });
  if (family === 'other') return metadata;
  assertWhole(await bytesOf(input));
  return metadata.compression === 'hevc' ? { ...metadata, codec: 'heic' } : metadata;
}

async function bytesOf(input: string | Buffer): Promise<Buffer> {
  return typeof input === 'string' ? readFile(input) : Buffer.from(input);
}

/** HEIC decoders accept files that were cut off, and show what is left. Then the box of the photos is incomplete. */
function assertWhole(file: Buffer): void {
  const isCutOff = boxesOf(file).some(({ type, end }) => type === 'mdat' && end > file.length);
  if (isCutOff) throw new ImageError('imageInvalid');
}
