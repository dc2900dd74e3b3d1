import { avatarWidths, inMegabytes, limits } from '@upaj/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { getT } from '#i18n/locale.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';

/** Called when it is shown, so that it follows a change of language. */
export type AvatarError = () => string;

export interface AvatarState {
  file: File | undefined;
  preview: string | undefined;
  isPreparing: boolean;
  error: AvatarError | undefined;
}

const none: AvatarState = { file: undefined, preview: undefined, isPreparing: false, error: undefined };

// Twice the largest stored width is enough.
const avatarSide = Math.min(limits.image.maxSide, 2 * Math.max(...avatarWidths));

export const useAvatar = () => usePhotoChoice(avatarSide);

/** One photo, made smaller before it is sent. */
export function usePhotoChoice(maxSide: number) {
  const [state, setState] = useState(none);
  const latest = useRef(0);
  useEffect(() => () => revoke(state.preview), [state.preview]);

  async function choose(file: File): Promise<void> {
    latest.current += 1;
    const turn = latest.current;
    const finish = (outcome: Partial<AvatarState>) => {
      // Another photo may have been chosen meanwhile.
      if (turn === latest.current) setState({ ...none, ...outcome });
    };
    if (!file.type.startsWith('image/')) return finish({ error: () => getT('fields')('avatarInvalid') });
    setState({ ...none, isPreparing: true });
    try {
      // Loaded on demand, because many users add no photo.
      const { shrinkImage } = await import('#lib/images/image-compression.ts');
      const small = await shrinkImage(file, { maxSide, maxBytes: limits.image.maxBytes });
      finish({ file: small, preview: URL.createObjectURL(small) });
    } catch (error) {
      finish({ error: reasonOf(error, file) });
    }
  }

  return {
    ...state,
    choose,
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
  // Photos up to this size need no compression: this file is not one.
  if (file.size <= limits.image.maxBytes) return () => getT('fields')('avatarInvalid');
  return () => getT('auth')('photoFailed');
}

function revoke(url: string | undefined): void {
  if (url) URL.revokeObjectURL(url);
}
