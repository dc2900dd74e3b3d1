import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { buttonClass } from './button.tsx';

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type'> {
  icon: ReactNode;
  text: ReactNode;
  onFile: (file: File) => void;
}

/** Asks for one picture. */
export function FileButton({ icon, text, onFile, className, ...input }: FileButtonProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    // So that the same file can be chosen again after it was removed.
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
