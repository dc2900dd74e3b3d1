import { cx } from './cx.ts';

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
