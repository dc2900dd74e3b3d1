import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef, useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type'> {
  icon: ReactNode;
  text: ReactNode;
  onFile: (file: File) => void;
}

export function FileButton({ icon, text, onFile, className, ...input }: FileButtonProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    // Lets the user choose the same file again.
    target.value = '';
  };
  return (
    <label
      className={buttonClass(
        'line',
        `relative cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-sky ${className ?? ''}`,
      )}
    >
      <input {...input} type="file" accept="image/*" onChange={change} className="sr-only" />
      {icon}
      {text}
    </label>
  );
}

/** The photo fills its parent, which needs a size and `relative`. */
export function FilePhoto({ file, alt }: { file: Blob; alt: string }) {
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
