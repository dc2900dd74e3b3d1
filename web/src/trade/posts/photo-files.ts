import { fieldText } from '#lib/field-text.ts';
import { inMegabytes, limits } from '@upaj/contract/limits';
import { getT } from '#i18n/locale.ts';
import { toast } from '#ui/toast/toast.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { isPhotoFile } from '#lib/photo-file.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';

export interface Admission {
  accepted: File[];
  tooLarge: File[];
  noPhotos: File[];
  isFull: boolean;
}

export function admitFiles(files: readonly File[], count: number): Admission {
  const noPhotos = files.filter((file) => !isPhotoFile(file));
  const photos = files.filter((file) => !noPhotos.includes(file));
  const tooLarge = photos.filter(({ size }) => size > limits.image.maxBytes);
  const fitting = photos.filter((file) => !tooLarge.includes(file));
  const accepted = fitting.slice(0, Math.max(0, limits.image.perPost - count));
  return { accepted, tooLarge, noPhotos, isFull: accepted.length < fitting.length };
}

/** Shows one toast for all files of one choice. `added` says how many were added. */
export function reportAdmission(admission: Admission, added?: string): void {
  const leftOut = leftOutTexts(admission);
  if (leftOut.length > 0) toast.error([added, ...leftOut].filter(Boolean).join('\n'));
  else if (added) toast.success(added);
}

function leftOutTexts({ tooLarge, noPhotos, isFull }: Admission): string[] {
  const t = getT('common');
  const max = inMegabytes(limits.image.maxBytes);
  const texts: string[] = [];
  const [large] = tooLarge;
  if (large)
    texts.push(
      tooLarge.length === 1
        ? t('fileTooLarge', { name: large.name, max })
        : t('filesTooLarge', { count: tooLarge.length, max }),
    );
  const [other] = noPhotos;
  if (other)
    texts.push(
      noPhotos.length === 1
        ? `${other.name}: ${getT('fields')('avatarInvalid')}`
        : t('filesNoPhotos', { count: noPhotos.length }),
    );
  if (isFull) texts.push(fieldText('imagesTooMany'));
  return texts;
}

/** Makes a photo smaller. @returns undefined if it is damaged, and the original if the browser cannot encode images */
export async function makeSmaller(file: File, onProgress: (done: number) => void): Promise<File | undefined> {
  const { maxSide, maxBytes } = limits.image;
  try {
    return await shrinkImage(file, { maxSide, maxBytes, onProgress });
  } catch (error) {
    return error instanceof ImageCompressionError && error.reason === 'unreadable' ? undefined : file;
  }
}
