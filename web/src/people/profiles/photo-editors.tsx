import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import type { Account } from '@upaj/contract/people/profiles';
import Camera from 'lucide-react/icons/camera';
import ImageUp from 'lucide-react/icons/image-up';
import { useId, useRef, useState } from 'react';
import { getT, useT } from '#i18n/locale.ts';
import { ApiError } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';
import { isPhotoFile } from '#lib/photo-file.ts';
import { Avatar } from '#ui/avatar.tsx';
import { FileButton, FilePhoto } from '#ui/files.tsx';
import { ProgressBar, SpinnerIcon } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { photoKinds } from './api.ts';
import { Cover, photoSources } from './cover.tsx';
import { patchUser } from './profile-cache.ts';

export function CoverEditor({ src }: { src: string | null }) {
  const t = useT('profile');
  const tCommon = useT('common');
  const id = useId();
  const label = src ? t('coverEdit') : t('coverAdd');
  const { upload, choose } = usePhotoUpload('cover', t('coverUpdated'));
  return (
    <Cover src={src}>
      {upload && <FilePhoto file={upload.file} alt="" />}
      {upload?.isBusy ? (
        <div className="absolute inset-0 grid place-items-center bg-shade text-on-shade">
          <SpinnerIcon size={36} />
          <ProgressBar
            label={t('uploading')}
            value={upload.progress}
            className="absolute inset-x-4 top-4 w-auto"
          />
        </div>
      ) : (
        <div className="absolute top-2 right-2 flex gap-2">
          <FileButton
            onFiles={choose}
            icon={<ImageUp size={19} aria-hidden />}
            text={<span id={id}>{label}</span>}
            className="border-line! bg-card"
          />
          <FileButton
            onFiles={choose}
            capture="environment"
            icon={<Camera size={20} aria-hidden />}
            aria-describedby={id}
            text={<span className="sr-only">{tCommon('takePhoto')}</span>}
            className="size-11 border-line! bg-card px-0! pointer-fine:hidden"
          />
        </div>
      )}
    </Cover>
  );
}

export function AvatarEditor({ user }: { user: Account }) {
  const t = useT('profile');
  const tCommon = useT('common');
  const id = useId();
  const { upload, choose } = usePhotoUpload('avatar', t('avatarUpdated'));
  const look = 'absolute! -bottom-1 size-11 rounded-full! border-line! bg-card px-0!';
  return (
    <span className="relative block">
      <Avatar name={user.fullName} src={user.avatar} size="large" />
      {upload && (
        <span className="absolute inset-0 overflow-hidden rounded-full">
          <FilePhoto file={upload.file} alt="" />
          {upload.isBusy && (
            <span role="status" className="absolute inset-0 grid place-items-center bg-shade text-on-shade">
              <SpinnerIcon size={28} />
              <span className="sr-only">{t('uploading')}</span>
            </span>
          )}
        </span>
      )}
      {!upload?.isBusy && (
        <>
          <FileButton
            onFiles={choose}
            icon={<ImageUp size={20} aria-hidden />}
            text={
              <span id={id} className="sr-only">
                {t('avatarEdit')}
              </span>
            }
            className={`${look} -right-2`}
          />
          <FileButton
            onFiles={choose}
            capture="user"
            icon={<Camera size={20} aria-hidden />}
            aria-describedby={id}
            text={<span className="sr-only">{tCommon('takePhoto')}</span>}
            className={`${look} -left-2 pointer-fine:hidden`}
          />
        </>
      )}
    </span>
  );
}

interface Upload {
  /** Is shown until the server's photo has loaded. */
  file: File;
  isBusy: boolean;
  progress: number;
}

/** Shows a preview, uploads the photo, loads the server's version, then replaces the preview. */
function usePhotoUpload(kind: keyof typeof photoKinds, done: string) {
  const t = useT('profile');
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload>();
  const latest = useRef(0);

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file) return;
    if (!isPhotoFile(file)) return toast.error(`${file.name}: ${getT('fields')('avatarInvalid')}`);
    const { maxSide, widths, change, send } = photoKinds[kind];
    latest.current += 1;
    const turn = latest.current;
    // Only the last chosen photo counts.
    const update = (next: Partial<Upload> | undefined) => {
      if (turn === latest.current) setUpload((now) => next && now && { ...now, ...next });
    };
    setUpload({ file, isBusy: true, progress: 0 });
    let url: string;
    try {
      const small = await shrinkImage(file, {
        maxSide,
        maxBytes: limits.image.maxBytes,
        onProgress: (made) => update({ progress: made * 0.2 }),
      });
      url = (await send(small, (sent) => update({ progress: 0.2 + sent * 0.8 }))).data;
    } catch (error) {
      update(undefined);
      const reason = reasonOf(error);
      return toast.error(reason ? `${file.name}: ${reason}` : t('uploadFailed'));
    }
    const isLoaded = await canLoad(url, widths);
    patchUser(client, change(url));
    // If the server's version does not load, the preview stays.
    update(isLoaded ? undefined : { isBusy: false });
    if (isLoaded) toast.success(done);
    else toast.error(t('photoNotShown'));
  }

  return { upload, choose: (files: readonly File[]) => void choose(files) };
}

/** Returns undefined if the failure is not the photo's. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ImageCompressionError)
    return fieldText(error.reason === 'tooLarge' ? 'imageTooLarge' : 'imageInvalid');
  const refusal = error instanceof ApiError ? error.errors[0] : undefined;
  return refusal && fieldText(refusal);
}

function canLoad(url: string, widths: readonly number[]): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
    Object.assign(image, photoSources(url, widths));
  });
}
