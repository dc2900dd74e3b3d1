import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import type { Account } from '@upaj/contract/people/profiles';
import Camera from 'lucide-react/icons/camera';
import ImageUp from 'lucide-react/icons/image-up';
import { useEffect, useRef, useState } from 'react';
import { getT, useT } from '#i18n/locale.ts';
import { shrinkImage } from '#lib/images/image-compression.ts';
import { Avatar } from '#ui/avatar.tsx';
import { FileButton } from '#ui/files.tsx';
import { ProgressBar, SpinnerIcon } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { photoKinds } from './api.ts';
import { Cover, photoSources } from './cover.tsx';
import { patchUser } from './profile-cache.ts';

export function CoverEditor({ src }: { src: string | null }) {
  const t = useT('profile');
  const { upload, choose } = usePhotoUpload('cover', t('coverUpdated'));
  return (
    <Cover src={src}>
      {upload && <img src={upload.preview} alt="" className="absolute inset-0 size-full object-cover" />}
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
        <FileButton
          onFile={(file) => void choose(file)}
          icon={<ImageUp size={19} aria-hidden />}
          text={src ? t('coverEdit') : t('coverAdd')}
          className="absolute! top-2 right-2 border-line! bg-card"
        />
      )}
    </Cover>
  );
}

export function AvatarEditor({ user }: { user: Account }) {
  const t = useT('profile');
  const { upload, choose } = usePhotoUpload('avatar', t('avatarUpdated'));
  return (
    <span className="relative block">
      <Avatar name={user.fullName} src={user.avatar} size="large" />
      {upload && (
        <span className="absolute inset-0 overflow-hidden rounded-full">
          <img src={upload.preview} alt="" className="size-full object-cover" />
          {upload.isBusy && (
            <span role="status" className="absolute inset-0 grid place-items-center bg-shade text-on-shade">
              <SpinnerIcon size={28} />
              <span className="sr-only">{t('uploading')}</span>
            </span>
          )}
        </span>
      )}
      {!upload?.isBusy && (
        <FileButton
          onFile={(file) => void choose(file)}
          icon={<Camera size={20} aria-hidden />}
          text={<span className="sr-only">{t('avatarEdit')}</span>}
          className="absolute! -right-2 -bottom-1 size-11 rounded-full! border-line! bg-card px-0!"
        />
      )}
    </span>
  );
}

interface Upload {
  /** Shows the local file until the server's photo has loaded. */
  preview: string;
  isBusy: boolean;
  progress: number;
}

/** Shows a preview, uploads the photo, loads the server's version, then replaces the preview. */
function usePhotoUpload(kind: keyof typeof photoKinds, done: string) {
  const t = useT('profile');
  const client = useQueryClient();
  const [upload, setUpload] = useState<Upload>();
  const preview = upload?.preview;
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);
  const latest = useRef(0);

  async function choose(file: File): Promise<void> {
    if (!file.type.startsWith('image/')) return toast.error(getT('fields')('avatarInvalid'));
    const { maxSide, widths, change, send } = photoKinds[kind];
    latest.current += 1;
    const turn = latest.current;
    // Only the last chosen photo counts.
    const update = (next: Partial<Upload> | undefined) => {
      if (turn === latest.current) setUpload((now) => next && now && { ...now, ...next });
    };
    setUpload({ preview: URL.createObjectURL(file), isBusy: true, progress: 0 });
    let url: string;
    try {
      const small = await shrinkImage(file, {
        maxSide,
        maxBytes: limits.image.maxBytes,
        onProgress: (made) => update({ progress: made * 0.2 }),
      });
      url = (await send(small, (sent) => update({ progress: 0.2 + sent * 0.8 }))).data;
    } catch {
      update(undefined);
      return toast.error(t('uploadFailed'));
    }
    const isLoaded = await canLoad(url, widths);
    patchUser(client, change(url));
    // If the server's version does not load, the preview stays.
    update(isLoaded ? undefined : { isBusy: false });
    if (isLoaded) toast.success(done);
    else toast.error(t('photoNotShown'));
  }

  return { upload, choose };
}

function canLoad(url: string, widths: readonly number[]): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(true));
    image.addEventListener('error', () => resolve(false));
    Object.assign(image, photoSources(url, widths));
  });
}
