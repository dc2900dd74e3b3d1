import ImageUp from 'lucide-react/icons/image-up';
import { useTexts } from '#i18n/locale.ts';
import { FileButton } from '#ui/file-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';
import { Cover } from './cover.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

export function CoverEditor({ src }: { src: string | null }) {
  const texts = useTexts('profile');
  const { upload, choose } = usePictureUpload('cover', texts.coverUpdated);
  return (
    <Cover src={src}>
      {upload && <img src={upload.preview} alt="" className="absolute inset-0 size-full object-cover" />}
      {upload?.isBusy ? (
        <div className="absolute inset-0 grid place-items-center bg-shade text-on-shade">
          <SpinnerIcon size={36} />
          <ProgressBar
            label={texts.uploading}
            value={upload.progress}
            className="absolute inset-x-4 top-4 w-auto"
          />
        </div>
      ) : (
        <FileButton
          onFile={(file) => void choose(file)}
          icon={<ImageUp size={19} aria-hidden />}
          text={src ? texts.coverEdit : texts.coverAdd}
          className="absolute! top-3 right-3 border-line! bg-card"
        />
      )}
    </Cover>
  );
}
