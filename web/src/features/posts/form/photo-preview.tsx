import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef, useState } from 'react';
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
  return <FilePreview file={photo.file} alt={alt} />;
}

function FilePreview({ file, alt }: { file: File; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<File>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (failed === file) {
    return (
      <span className="absolute inset-0 grid content-center justify-items-center gap-1 p-2 text-soft">
        <ImageIcon size={28} aria-hidden />
        <span className="line-clamp-2 max-w-full text-center text-tiny break-all">{file.name}</span>
      </span>
    );
  }
  return (
    <img
      ref={image}
      alt={alt}
      draggable={false}
      decoding="async"
      onError={() => setFailed(file)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
