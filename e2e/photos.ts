import { photo } from '../server/test/factories.ts';

export interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * Photos of different colours. One has 12 megapixels and one has 4. The others are smaller to save
 * time.
 */
const shots = [
  { width: 2304, height: 1728, background: '#d9b65a' },
  { width: 1296, height: 972, background: '#c9798f' },
  { width: 4000, height: 3000, background: '#f2b233' },
  { width: 918, height: 1632, background: '#d6452b' },
  { width: 1000, height: 750, background: '#63c084' },
];

/** Makes five JPEG photos with a location in their EXIF data. */
export function takePhotos(): Promise<Photo[]> {
  return Promise.all(
    shots.map(async (shot, index) => ({
      name: `IMG_20261121_${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await (await photo({ ...shot, hasGps: true })).arrayBuffer()),
    })),
  );
}
