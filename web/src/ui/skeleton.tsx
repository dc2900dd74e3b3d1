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

/** Somebody, and what they say. */
export function SaidSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Skeleton shape="circle" className="size-10" />
        <Skeleton className="h-4 w-36" />
      </div>
      <Skeleton className="h-4 w-full max-w-md" />
    </div>
  );
}
