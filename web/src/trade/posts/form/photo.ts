import { makeUuid } from '#lib/uuid.ts';

/** A photo is being compressed, ready, refused for the reason `key`, or already on the server. */
export type FormPhoto = { id: string; name: string } & (
  | { state: 'preparing'; progress: number; file: File }
  | { state: 'ready'; file: File }
  | { state: 'refused'; key: string }
  | { state: 'stored'; url: string }
);

export function pickedPhoto(file: File): FormPhoto {
  return { id: makeUuid(), name: file.name, state: 'preparing', progress: 0, file };
}

export function storedPhoto(url: string): FormPhoto {
  return { id: url, name: '', state: 'stored', url };
}

export function moveTo(photos: readonly FormPhoto[], id: string, place: number): readonly FormPhoto[] {
  const photo = photos.find((one) => one.id === id);
  if (!photo || place < 0 || place >= photos.length) return photos;
  const others = photos.filter((one) => one.id !== id);
  return [...others.slice(0, place), photo, ...others.slice(place)];
}

export function filesOf(photos: readonly FormPhoto[]): File[] {
  return photos.flatMap((photo) => (photo.state === 'ready' ? [photo.file] : []));
}

/** Finds the photo that the server names by its number among those sent. */
export function sentPhoto(photos: readonly FormPhoto[], number: number | undefined): FormPhoto | undefined {
  return number === undefined ? undefined : photos.filter(({ state }) => state === 'ready')[number - 1];
}

/** Divides the progress of the one request that sends all files among the photos. */
export function shareProgress(photos: readonly FormPhoto[], sent: number): ReadonlyMap<string, number> {
  const total = filesOf(photos).reduce((sum, { size }) => sum + size, 0);
  let left = sent * total;
  const shares = new Map<string, number>();
  for (const photo of photos) {
    if (photo.state !== 'ready') continue;
    const { size } = photo.file;
    shares.set(photo.id, size === 0 ? sent : Math.min(1, Math.max(0, left / size)));
    left -= size;
  }
  return shares;
}
