import { open, opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { ifThere } from '#src/platform/promises.ts';
import type { Place } from './place.ts';

export function diskPlace(dataDir: string): Place {
  const location = join(dataDir, 'media');
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const pathOf = (file: string) => join(location, file);

  return {
    name: 'disk',
    open: (file) => ifThere(open(pathOf(file)).then((handle) => handle.createReadStream())),
    read: (file) => ifThere(readFile(pathOf(file))),
    sizeOf: (file) => ifThere(stat(pathOf(file)).then(({ size }) => size)),
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

/** A file is written under another name first, so that a crash leaves no half photo. */
const partOf = (file: string) => `${file}.part`;
