import { randomBytes } from 'node:crypto';
import type { Drive } from './drive.ts';
import type { PhotoDecoder } from './photo-decoder.ts';
import type { PhotoHash } from './photo-hash.ts';

/** Matches the names of the files of photos. */
export const photoFile = /^(?<name>[0-9a-f]{32})-(?<width>\d{2,4})\.webp$/;

export interface StoredImage {
  url: string;
  width: number;
  height: number;
  thumbhash: string;
}

/** Names are random, because anyone who knows one can open the photo. Its files are `<name>-<width>.webp`. */
export function newImageName(): string {
  return randomBytes(16).toString('hex');
}

export function imageNameOf(url: string): string | undefined {
  return /^\/media\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1];
}

export interface ImageTools {
  drive: Drive;
  decoder: PhotoDecoder;
}

export async function storeImage(
  { drive, decoder }: ImageTools,
  {
    input,
    name,
    widths,
    owner,
  }: { input: string | Buffer; name: string; widths: readonly number[]; owner: string },
): Promise<{ image: StoredImage; hash: PhotoHash | undefined }> {
  const { files, hash, ...rest } = await decoder.decode(input, widths, owner);
  // Waits for all writes before it throws the failure of one, so that no file is written after the removal.
  const writes = files.map(({ width, data }) => drive.write(fileOf(name, width), data));
  for (const written of await Promise.allSettled(writes))
    if (written.status === 'rejected') throw written.reason;
  return { image: { url: `/media/${fileOf(name, Math.max(...widths))}`, ...rest }, hash };
}

export async function dropImage(drive: Drive, name: string, widths: readonly number[]): Promise<void> {
  await Promise.all(widths.map((width) => drive.remove(fileOf(name, width))));
}

export function fileOf(name: string, width: number): string {
  return `${name}-${width}.webp`;
}
