import LoaderCircle from 'lucide-react/icons/loader-circle';
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

export function SpinnerIcon({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />;
}

interface SpinnerProps {
  label: string;
  /** Only read aloud. */
  quiet?: boolean;
  /** Stands for the whole screen, in its middle. */
  wholeScreen?: boolean;
}

/** Fills the place of what is still coming. */
export function Spinner({ label, quiet = false, wholeScreen = false }: SpinnerProps) {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col items-center justify-center gap-3 p-6 text-soft',
        wholeScreen ? 'min-h-screen' : 'min-h-40',
      )}
    >
      <SpinnerIcon size={32} />
      <span className={quiet ? 'sr-only' : undefined}>{label}</span>
    </div>
  );
}

interface ProgressBarProps {
  /** What is under way, for screen readers. */
  label: string;
  /** 0…1. */
  value: number;
  className?: string;
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full bg-leaf transition-[width] duration-200"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
