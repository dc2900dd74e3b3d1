import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does; an icon alone says nothing to a screen reader. */
  label: string;
}

/** The round look, for links too. */
export function iconButtonClass(className?: string): string {
  return cx(
    'relative inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150',
    className,
  );
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={iconButtonClass(className ?? 'text-ink hover:bg-leaf-wash')}
      {...rest}
    >
      {children}
    </button>
  );
}
