import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { SpinnerIcon } from './loading.tsx';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2 text-center leading-tight ' +
  'font-semibold transition-opacity duration-150 hover:opacity-90 active:opacity-80 disabled:opacity-60 aria-busy:opacity-60';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-leaf text-on-leaf',
  line: 'border-[1.5px] border-leaf text-leaf',
  quiet: 'text-leaf hover:bg-leaf-wash',
  danger: 'bg-mirch text-on-mirch',
};

/** Gives links the look of buttons: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', className?: string): string {
  return cx(base, variants[variant], className);
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** Ignores presses, and Enter in a field of the form. Unlike `disabled`, it keeps the focus. */
  busy?: boolean;
}

export function Button({ variant, icon, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(variant, className)}
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : onClick}
    >
      {busy ? <SpinnerIcon /> : icon}
      {children}
    </button>
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Screen readers say this name, because there is only an icon. */
  label: string;
}

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
