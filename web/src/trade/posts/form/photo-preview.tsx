import ImageOff from 'lucide-react/icons/image-off';
import { useT } from '#i18n/locale.ts';
import { FilePicture } from '#ui/file-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';
import type { Photo } from './photo.ts';

/** Shows the small picture only: ten originals at once are more than a cheap phone can hold. */
export function PhotoPreview({ photo, alt }: { photo: Photo; alt: string }) {
  const t = useT();
  if (photo.state === 'kept') return <Picture src={photo.url} alt={alt} sizes="12rem" />;
  if (photo.state === 'preparing') {
    return (
      <span className="absolute inset-0 grid place-items-center text-soft">
        <SpinnerIcon size={26} />
      </span>
    );
  }
  if (photo.state === 'damaged') {
    return (
      <span className="absolute inset-0 grid content-center justify-items-center gap-1.5 overflow-hidden bg-mirch-wash p-2 text-center text-tiny text-mirch">
        <ImageOff size={26} aria-hidden />
        <span className="line-clamp-1 max-w-full">{photo.name}</span>
        <span role="alert" className="font-semibold">
          {t.fields.imageInvalid}
        </span>
      </span>
    );
  }
  return <FilePicture file={photo.file} alt={alt} />;
}
