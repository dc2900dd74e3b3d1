import Camera from 'lucide-react/icons/camera';
import ImageUp from 'lucide-react/icons/image-up';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId } from 'react';
import { useT } from '#i18n/locale.ts';
import { PersonIcon } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldErrorText } from '#ui/field.tsx';
import { FileButton, FilePhoto } from '#ui/files.tsx';
import { SpinnerIcon } from '#ui/loading.tsx';
import type { useAvatar } from './use-avatar.ts';

export function AvatarPicker({ avatar }: { avatar: ReturnType<typeof useAvatar> }) {
  const t = useT('register');
  const id = useId();
  const error = avatar.error?.();
  const input = {
    onFiles: avatar.choose,
    'aria-describedby': `${id}-hint ${error ? `${id}-error` : ''}`.trim(),
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="font-semibold">
        {t('photo')}
      </span>
      <p id={`${id}-hint`} className="-mt-1 text-note text-soft">
        {t('photoHint')}
      </p>
      <div className="mt-1 flex items-center gap-4">
        <Preview file={avatar.file} isBusy={avatar.isPreparing} />
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">
          <FileButton {...input} icon={<ImageUp size={19} aria-hidden />} text={t('photoChoose')} />
          <FileButton
            {...input}
            capture="user"
            icon={<Camera size={19} aria-hidden />}
            text={t('photoTake')}
            className="pointer-fine:hidden"
          />
          {avatar.file && (
            <Button variant="quiet" icon={<Trash2 size={19} aria-hidden />} onClick={avatar.remove}>
              {t('photoRemove')}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {avatar.isPreparing && t('photoPreparing')}
      </p>
      <div role="alert">
        {error && <p className="text-note break-all">{avatar.name}</p>}
        <FieldErrorText id={`${id}-error`} error={error} />
      </div>
    </div>
  );
}

function Preview({ file, isBusy }: { file: File | undefined; isBusy: boolean }) {
  const t = useT('register');
  return (
    <span className="relative grid size-24 shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-leaf-wash text-leaf">
      {isBusy && <SpinnerIcon size={30} />}
      {!isBusy && !file && <PersonIcon size={40} strokeWidth={1.5} />}
      {!isBusy && file && <FilePhoto file={file} alt={t('photoPreview')} />}
    </span>
  );
}
