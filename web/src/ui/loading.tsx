import LoaderCircle from 'lucide-react/icons/loader-circle';
import { cx } from './cx.ts';

const shapes = { bar: 'rounded-small', circle: 'rounded-full', block: 'rounded-card', square: '' };

interface SkeletonProps {
  className: string;
  shape?: keyof typeof shapes;
}

export function Skeleton({ className, shape = 'bar' }: SkeletonProps) {
  return <span aria-hidden className={cx('block animate-shimmer bg-line', shapes[shape], className)} />;
}

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
  quiet?: boolean;
  wholeScreen?: boolean;
}

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
  label: string;
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
