import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A shade lighter than the paper, behind a hairline. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-card', className)} {...rest} />;
}
