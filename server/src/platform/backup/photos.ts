import { link, mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '#src/platform/promises.ts';
import { diskPlace } from '#src/platform/media/disk-place.ts';
import type { Drive } from '#src/platform/media/drive.ts';
import { photoFile } from '#src/platform/media/images.ts';
import { sumPhoto, type PhotoSums } from './photo-sums.ts';

const filesAtOnce = 8;

/**
 * Photos never change, so a photo that an `earlier` backup has is linked instead of copied. `known` are the checksums of
 * those backups. @returns how many were copied, and the checksums of all
 */
export async function backUpPhotos(
  drive: Drive,
  folder: string,
  earlier: readonly string[],
  known: readonly PhotoSums[],
): Promise<{ added: number; sums: PhotoSums }> {
  const sums = new Map<string, string>();
  const target = diskPlace(folder);
  const pathOf = (at: string, file: string) => join(at, 'media', file);
  await mkdir(join(folder, 'media'), { recursive: true, mode: 0o700 });
  let added = 0;

  async function copy(file: string): Promise<void> {
    const path = pathOf(folder, file);
    if (await sizeOf(path)) return;
    for (const from of earlier)
      if ((await sizeOf(pathOf(from, file))) && (await isLinked(pathOf(from, file), path))) break;
    const isThere = (await sizeOf(path)) !== undefined;
    const sum = known.map((one) => one.get(file)).find((one) => one !== undefined);
    if (isThere && sum !== undefined) return void sums.set(file, sum);
    // The checksum is that of the market's photo: somebody may have changed the earlier backup.
    const photo = await drive.read(file);
    // The photo was deleted during the backup.
    if (!photo) return void (await rm(path, { force: true }));
    sums.set(file, sumPhoto(photo));
    if (isThere) return;
    await target.write(file, photo);
    added += 1;
  }

  // `media move` moves photos to the first place, so the last place is read first: a photo that moves during the backup
  // is found there or in the first place.
  for (const place of drive.places.toReversed()) await eachPhoto(place.list(''), copy);
  return { added, sums };
}

/** Copies the photos that the drive does not have yet. */
export async function restorePhotos(folder: string, drive: Drive): Promise<void> {
  const source = diskPlace(folder);
  await eachPhoto(source.list(''), async (file) => {
    if (await drive.sizeOf(file)) return;
    const photo = await source.read(file);
    if (photo) await drive.write(file, photo);
  });
}

export async function countPhotos(folder: string): Promise<{ files: number; bytes: number }> {
  const counted = { files: 0, bytes: 0 };
  for await (const { name } of await opendir(join(folder, 'media'))) {
    if (!photoFile.test(name)) continue;
    counted.files += 1;
    counted.bytes += (await sizeOf(join(folder, 'media', name))) ?? 0;
  }
  return counted;
}

async function eachPhoto(files: AsyncIterable<string>, work: (file: string) => Promise<void>): Promise<void> {
  let batch: string[] = [];
  for await (const file of files) {
    if (photoFile.test(file)) batch.push(file);
    if (batch.length < filesAtOnce) continue;
    await Promise.all(batch.map(work));
    batch = [];
  }
  await Promise.all(batch.map(work));
}

/** Links a photo instead of copying it. Returns false if the file system has no hard links. */
function isLinked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await ifThere(stat(path)))?.size;
}
