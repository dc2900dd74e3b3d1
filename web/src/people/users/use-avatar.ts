import { avatarWidths, inMegabytes, limits } from '@upaj/contract/limits';
import { useRef, useState } from 'react';
import { getT } from '#i18n/locale.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { isPhotoFile } from '#lib/photo-file.ts';

/** A function, so that the text follows a change of language. */
export type AvatarError = () => string;

export interface AvatarState {
  file: File | undefined;
  /** The name of the file that was chosen last. */
  name: string;
  isPreparing: boolean;
  error: AvatarError | undefined;
}

const none: AvatarState = { file: undefined, name: '', isPreparing: false, error: undefined };

// Photos need only twice the largest stored width.
const avatarSide = Math.min(limits.image.maxSide, 2 * Math.max(...avatarWidths));

export const useAvatar = () => usePhotoChoice(avatarSide);

/** Lets the user choose one photo, which is made smaller before it is sent. */
export function usePhotoChoice(maxSide: number) {
  const [state, setState] = useState(none);
  const latest = useRef(0);

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file) return;
    latest.current += 1;
    const turn = latest.current;
    const finish = (outcome: Partial<AvatarState>) => {
      // The user may have chosen another photo meanwhile.
      if (turn === latest.current) setState({ ...none, name: file.name, ...outcome });
    };
    if (!isPhotoFile(file)) return finish({ error: () => getT('fields')('avatarInvalid') });
    setState({ ...none, isPreparing: true });
    try {
      // The code loads on demand, because many users add no photo.
      const { shrinkImage } = await import('#lib/images/image-compression.ts');
      finish({ file: await shrinkImage(file, { maxSide, maxBytes: limits.image.maxBytes }) });
    } catch (error) {
      finish({ error: reasonOf(error, file) });
    }
  }

  return {
    ...state,
    choose: (files: readonly File[]) => void choose(files),
    remove: () => {
      latest.current += 1;
      setState(none);
    },
    refuse: (error: AvatarError) => setState((current) => ({ ...current, error })),
  };
}

function reasonOf(error: unknown, file: File): AvatarError {
  if (error instanceof ImageCompressionError && error.reason === 'tooLarge')
    return () => getT('auth')('photoTooLarge', { max: inMegabytes(limits.image.maxBytes) });
  // A photo of this size needs no compression, so the file is not a photo.
  if (file.size <= limits.image.maxBytes) return () => getT('fields')('avatarInvalid');
  return () => getT('auth')('photoFailed');
}
