import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef, useState } from 'react';

/** A picture that lies on this device. Fills its parent, which gives it size and `relative`. */
export function FilePicture({ file, alt }: { file: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<Blob>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (failed === file) {
    return (
      <span className="absolute inset-0 grid content-center justify-items-center gap-1 p-2 text-soft">
        <ImageIcon size={28} aria-hidden />
        <span className="line-clamp-2 max-w-full text-center text-tiny break-all">
          {file instanceof File && file.name}
        </span>
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
