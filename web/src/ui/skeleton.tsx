import { cx } from './cx.ts';

/** A quiet block in the shape of what comes; size it with classes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cx('block animate-shimmer rounded-small bg-line', className)} />;
}
