import X from 'lucide-react/icons/x';
import { useTexts } from '#i18n/locale.ts';
import { FilePicture } from '#ui/file-picture.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { ChosenPicture } from './use-pictures.ts';

interface ChosenPicturesProps {
  pictures: readonly ChosenPicture[];
  onRemove: (id: string) => void;
}

export function ChosenPictures({ pictures, onRemove }: ChosenPicturesProps) {
  const texts = useTexts('chat');
  if (pictures.length === 0) return null;
  return (
    <ul className="scroll-row gap-2">
      {pictures.map(({ id, file, progress }, index) => (
        <li
          key={id}
          className="relative size-20 shrink-0 overflow-hidden rounded-control border border-line bg-line"
        >
          {file ? (
            <FilePicture file={file} alt={texts.photoNumber(index + 1)} />
          ) : (
            <span className="absolute inset-x-1.5 bottom-1.5">
              <ProgressBar label={texts.preparing} value={progress} />
            </span>
          )}
          <button
            type="button"
            aria-label={texts.removePhoto(index + 1)}
            onClick={() => onRemove(id)}
            className="absolute top-0 right-0 grid size-11 place-items-start justify-items-end p-1"
          >
            <span className="grid size-6 place-items-center rounded-full bg-shade text-on-shade">
              <X size={16} aria-hidden />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
