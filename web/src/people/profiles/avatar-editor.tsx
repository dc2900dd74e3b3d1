import type { Account } from '@upaj/contract/people/profiles';
import Camera from 'lucide-react/icons/camera';
import { useTexts } from '#i18n/locale.ts';
import { Avatar } from '#ui/avatar.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

export function AvatarEditor({ user }: { user: Account }) {
  const texts = useTexts('profile');
  const { upload, choose } = usePictureUpload('avatar', texts.avatarUpdated);
  return (
    <span className="relative block">
      <Avatar name={user.fullName} src={user.avatar} size="large" />
      {upload && (
        <span className="absolute inset-0 overflow-hidden rounded-full">
          <img src={upload.preview} alt="" className="size-full object-cover" />
          {upload.isBusy && (
            <span role="status" className="absolute inset-0 grid place-items-center bg-shade text-on-shade">
              <SpinnerIcon size={28} />
              <span className="sr-only">{texts.uploading}</span>
            </span>
          )}
        </span>
      )}
      {!upload?.isBusy && (
        <FileButton
          onFile={(file) => void choose(file)}
          icon={<Camera size={20} aria-hidden />}
          text={<span className="sr-only">{texts.avatarEdit}</span>}
          className="absolute! -right-2 -bottom-1 size-11 rounded-full! border-line! bg-card px-0!"
        />
      )}
    </span>
  );
}
