import { photo } from '../server/test/factories.ts';

export interface Photograph {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** 4 to 12 megapixels, distinguished by colour. */
const shots = [
  { width: 2304, height: 1728, background: '#d9b65a' },
  { width: 2592, height: 1944, background: '#c9798f' },
  { width: 3264, height: 2448, background: '#f2b233' },
  { width: 1836, height: 3264, background: '#d6452b' },
  { width: 4000, height: 3000, background: '#63c084' },
];

/** Five JPEG pictures with an EXIF location. */
export function takePhotographs(): Promise<Photograph[]> {
  return Promise.all(
    shots.map(async (shot, index) => ({
      name: `IMG_20261121_${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await (await photo({ ...shot, hasGps: true })).arrayBuffer()),
    })),
  );
}
