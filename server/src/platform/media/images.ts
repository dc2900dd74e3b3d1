import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { PhotoDecoder } from './photo-decoder.ts';

export type { Disk as Drive };

export function openDrive(dataDir: string): Disk {
  return new Disk(new FSDriver({ location: join(dataDir, 'media'), visibility: 'private' }));
}

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
  drive: Disk;
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
): Promise<StoredImage> {
  const { files, ...rest } = await decoder.decode(input, widths, owner);
  for (const { width, data } of files) await drive.put(fileOf(name, width), data);
  return { url: `/media/${fileOf(name, Math.max(...widths))}`, ...rest };
}

export async function dropImage(drive: Disk, name: string, widths: readonly number[]): Promise<void> {
  await Promise.all(widths.map((width) => drive.delete(fileOf(name, width))));
}

function fileOf(name: string, width: number): string {
  return `${name}-${width}.webp`;
}
