import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef, useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';

export interface FileInputProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'accept' | 'onChange' | 'className'
> {
  onFiles: (files: readonly File[]) => void;
}

/**
 * Fills its label, which is `relative`. Recent versions of Android offer the camera only with `capture`, so the label
 * for it is a second one.
 */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Lets the user choose the same file again.
    target.value = '';
  };
  return (
    <input
      {...input}
      type="file"
      accept="image/*"
      onChange={change}
      className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
    />
  );
}

interface FileButtonProps extends FileInputProps {
  icon: ReactNode;
  text: ReactNode;
  className?: string;
}

export function FileButton({ icon, text, className, ...input }: FileButtonProps) {
  return (
    <label
      className={buttonClass(
        'line',
        cx(
          'relative cursor-pointer has-disabled:opacity-60 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-sky',
          className,
        ),
      )}
    >
      {icon}
      {text}
      <FileInput {...input} />
    </label>
  );
}

interface FilePhotoProps {
  file: Blob;
  alt: string;
  fit?: 'cover' | 'contain';
}

/**
 * The photo fills its parent, which needs a size and `relative`. Where the browser cannot show it, its name is in its
 * place.
 */
export function FilePhoto({ file, alt, fit = 'cover' }: FilePhotoProps) {
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
      className={cx('absolute inset-0 size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  );
}
