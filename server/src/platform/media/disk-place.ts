import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Place } from './place.ts';

export function diskPlace(dataDir: string): Place {
  const location = join(dataDir, 'media');
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));

  async function ifThere<T>(file: string, work: () => Promise<T>): Promise<T | undefined> {
    return (await disk.exists(file)) ? work() : undefined;
  }

  return {
    name: 'disk',
    open: (file) => ifThere(file, () => disk.getStream(file)),
    read: (file) => ifThere(file, async () => Buffer.from(await disk.getBytes(file))),
    sizeOf: (file) => ifThere(file, async () => (await disk.getMetaData(file)).contentLength),
    async write(file, data) {
      await disk.put(partOf(file), data);
      await disk.move(partOf(file), file);
    },
    async remove(file) {
      await disk.delete(partOf(file));
      await disk.delete(file);
    },
    async *list(prefix) {
      const entries = await opendir(location).catch(() => []);
      for await (const { name } of entries) if (name.startsWith(prefix)) yield name;
    },
    probe: () => disk.exists('ready'),
    close() {},
  };
}

/** A file is written under another name first: a crash leaves no half photo. */
const partOf = (file: string) => `${file}.part`;
