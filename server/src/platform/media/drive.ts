import type { Env } from '#src/env.ts';
import { diskPlace } from './disk-place.ts';
import type { Place } from './place.ts';

/** Joins all places. New photos are written to the first place; older ones may be in another. */
export interface Drive extends Omit<Place, 'name' | 'list'> {
  places: readonly [Place, ...Place[]];
}

export async function openDrive({ dataDir, s3, mediaStore }: Env): Promise<Drive> {
  const disk = diskPlace(dataDir);
  if (!s3) return driveOf([disk]);
  const { s3Place } = await import('./s3-place.ts');
  return driveOf(mediaStore === 's3' ? [s3Place(s3), disk] : [disk, s3Place(s3)]);
}

function driveOf(places: Drive['places']): Drive {
  async function findFirst<T>(ask: (place: Place) => Promise<T | undefined>): Promise<T | undefined> {
    for (const place of places) {
      const found = await ask(place);
      if (found !== undefined) return found;
    }
    // The photo may have moved to the first place after that was asked.
    return places.length > 1 ? ask(places[0]) : undefined;
  }

  return {
    places,
    open: (file) => findFirst((place) => place.open(file)),
    read: (file) => findFirst((place) => place.read(file)),
    sizeOf: (file) => findFirst((place) => place.sizeOf(file)),
    write: (file, data) => places[0].write(file, data),
    async remove(file) {
      await Promise.all(places.map((place) => place.remove(file)));
    },
    probe: () => Promise.all(places.map((place) => place.probe())),
    close() {
      for (const place of places) place.close();
    },
  };
}
