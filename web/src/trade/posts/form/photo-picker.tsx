import Camera from 'lucide-react/icons/camera';
import Images from 'lucide-react/icons/images';
import type { Ref } from 'react';
import { useT } from '#i18n/locale.ts';
import { FileButton } from '#ui/files.tsx';

interface PhotoPickerProps {
  onPick: (files: readonly File[]) => void;
  errorId: string | undefined;
  ref: Ref<HTMLInputElement>;
}

export function PhotoPicker({ onPick, errorId, ref }: PhotoPickerProps) {
  const t = useT('create-post');
  const tCommon = useT('common');
  const look = 'min-w-40 flex-1 bg-card md:flex-none';
  return (
    <div className="flex w-full flex-wrap justify-center gap-3">
      <FileButton
        text={t('choosePhotos')}
        icon={<Images size={20} aria-hidden />}
        multiple
        aria-describedby={errorId}
        ref={ref}
        onFiles={onPick}
        className={look}
      />
      <FileButton
        text={tCommon('takePhoto')}
        icon={<Camera size={20} aria-hidden />}
        capture="environment"
        onFiles={onPick}
        className={`${look} pointer-fine:hidden`}
      />
    </div>
  );
}
