import { fieldText } from '#lib/field-text.ts';
import { inMegabytes, limits } from '@upaj/contract/limits';
import { getT } from '#i18n/locale.ts';
import { toast } from '#ui/toast/toast.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';

export interface Admission {
  accepted: File[];
  tooLarge: File[];
  noPhotos: File[];
  isFull: boolean;
}

/** Files without a type are accepted: some phones report none. */
export function admitFiles(files: readonly File[], count: number): Admission {
  const noPhotos = files.filter(({ type }) => type !== '' && !type.startsWith('image/'));
  const photos = files.filter((file) => !noPhotos.includes(file));
  const tooLarge = photos.filter(({ size }) => size > limits.image.maxBytes);
  const fitting = photos.filter((file) => !tooLarge.includes(file));
  const accepted = fitting.slice(0, Math.max(0, limits.image.perPost - count));
  return { accepted, tooLarge, noPhotos, isFull: accepted.length < fitting.length };
}

export function sayWhatWasLeftOut({ tooLarge, noPhotos, isFull }: Admission): void {
  for (const { name } of tooLarge)
    toast.error(getT('common')('fileTooLarge', { name, max: inMegabytes(limits.image.maxBytes) }));
  for (const { name } of noPhotos) toast.error(`${name}: ${getT('fields')('avatarInvalid')}`);
  if (isFull) toast.error(fieldText('imagesTooMany'));
}

/** @returns undefined if damaged, the original where the browser cannot encode */
export async function makeSmaller(file: File, onProgress: (done: number) => void): Promise<File | undefined> {
  const { maxSide, maxBytes } = limits.image;
  try {
    const smaller = await shrinkImage(file, { maxSide, maxBytes, onProgress });
    return smaller.size < file.size ? smaller : file;
  } catch (error) {
    return error instanceof ImageCompressionError && error.reason === 'unreadable' ? undefined : file;
  }
}
