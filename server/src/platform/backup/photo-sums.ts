import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '#src/platform/promises.ts';
import type { SecretKeys } from '#src/platform/signatures.ts';
import { findDoubt } from './authenticity.ts';
import { readManifest } from './manifest.ts';

const listFile = 'photos.sha256';

/** Checksums by name of the file. */
export type PhotoSums = ReadonlyMap<string, string>;

export function sumPhoto(photo: Buffer): string {
  return createHash('sha256').update(photo).digest('hex');
}

/** Writes the list, which `sha256sum --check` reads in the folder `media`. @returns the checksum of the list */
export async function writeSums(folder: string, sums: PhotoSums): Promise<string> {
  const lines = [...sums].map(([file, sum]) => `${sum}  ${file}\n`).toSorted();
  const text = lines.join('');
  await writeFile(join(folder, listFile), text);
  return sumPhoto(Buffer.from(text));
}

/** Reads the checksums of an earlier backup of this market. There are none if somebody may have changed them. */
export async function readSums(folder: string, keys: SecretKeys): Promise<PhotoSums> {
  try {
    const read = await readManifest(folder);
    const text = await readList(folder, read.manifest.photos.sha256);
    return (await findDoubt(folder, read, keys)) === undefined && text !== undefined
      ? parse(text)
      : new Map();
  } catch {
    // An interrupted backup has no manifest yet.
    return new Map();
  }
}

/** @returns whether every photo in the folder is as its checksum says */
export async function areIntact(folder: string, expected: string): Promise<boolean> {
  const text = await readList(folder, expected);
  if (text === undefined) return false;
  for (const [file, sum] of parse(text)) {
    const photo = await ifThere(readFile(join(folder, 'media', file)));
    if (!photo || sumPhoto(photo) !== sum) return false;
  }
  return true;
}

async function readList(folder: string, expected: string | undefined): Promise<string | undefined> {
  const text = await ifThere(readFile(join(folder, listFile), 'utf8'));
  return text !== undefined && sumPhoto(Buffer.from(text)) === expected ? text : undefined;
}

function parse(text: string): PhotoSums {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
