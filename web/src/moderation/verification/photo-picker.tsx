import Camera from 'lucide-react/icons/camera';
import ImageUp from 'lucide-react/icons/image-up';
import { useId } from 'react';
import { useT } from '#i18n/locale.ts';
import type { usePhotoChoice } from '#people/users/use-avatar.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { FileButton, FilePhoto } from '#ui/files.tsx';

export function PhotoPicker({ photo, hint }: { photo: ReturnType<typeof usePhotoChoice>; hint: string }) {
  const t = useT('settings');
  const id = useId();
  const error = photo.error?.();
  const input = {
    onFiles: photo.choose,
    'aria-describedby': `${id}-hint ${error ? `${id}-error` : ''}`.trim(),
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="font-semibold">
        {t('verification.photo')}
      </span>
      <p id={`${id}-hint`} className="-mt-1 text-note text-soft empty:hidden">
        {hint}
      </p>
      {photo.file && (
        <div className="relative h-60 overflow-hidden rounded-control border border-line">
          <FilePhoto file={photo.file} alt={t('verification.preview')} fit="contain" />
        </div>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <FileButton
          {...input}
          icon={<ImageUp size={19} aria-hidden />}
          text={t('verification.choosePhoto')}
        />
        <FileButton
          {...input}
          capture="environment"
          icon={<Camera size={19} aria-hidden />}
          text={t('verification.takePhoto')}
          className="pointer-fine:hidden"
        />
      </div>
      <p role="status" className="text-note text-soft empty:hidden">
        {photo.isPreparing && t('verification.preparing')}
      </p>
      <div role="alert">
        {error && photo.name && <p className="text-note break-all">{photo.name}</p>}
        <FieldErrorText id={`${id}-error`} error={error} />
      </div>
    </div>
  );
}
