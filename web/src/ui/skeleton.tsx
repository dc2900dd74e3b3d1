import { cx } from './cx.ts';

const shapes = { bar: 'rounded-small', circle: 'rounded-full', block: 'rounded-card', square: '' };

interface SkeletonProps {
  className: string;
  shape?: keyof typeof shapes;
}

/** A quiet stand-in in the shape of what comes; size it with classes. */
export function Skeleton({ className, shape = 'bar' }: SkeletonProps) {
  return <span aria-hidden className={cx('block animate-shimmer bg-line', shapes[shape], className)} />;
}
