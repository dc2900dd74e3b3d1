import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { SpinnerIcon } from './loading.tsx';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2 text-center leading-tight ' +
  'font-semibold transition-opacity duration-150 hover:opacity-90 active:opacity-80 disabled:opacity-60';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-leaf text-on-leaf',
  line: 'border-[1.5px] border-leaf text-leaf',
  quiet: 'text-leaf hover:bg-leaf-wash',
  danger: 'bg-mirch text-on-mirch',
};

/** For links: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', className?: string): string {
  return cx(base, variants[variant], className);
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  icon?: ReactNode;
  busy?: boolean;
}

export function Button({ variant, icon, busy = false, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, className)}
      {...rest}
    >
      {busy ? <SpinnerIcon /> : icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name. */
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
