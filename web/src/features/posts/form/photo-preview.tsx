import { FilePicture } from '#ui/file-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';
import type { Photo } from './photo.ts';

/** Shows the small picture only: ten originals at once are more than a cheap phone can hold. */
export function PhotoPreview({ photo, alt }: { photo: Photo; alt: string }) {
  if (photo.state === 'kept') return <Picture src={photo.url} alt={alt} sizes="12rem" />;
  if (photo.state === 'preparing') {
    return (
      <span className="absolute inset-0 grid place-items-center text-soft">
        <SpinnerIcon size={26} />
      </span>
    );
  }
  return <FilePicture file={photo.file} alt={alt} />;
}
