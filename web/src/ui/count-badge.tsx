import { cx } from './cx.ts';

/** A number that wants to be noticed; nothing for 0. It is said in words elsewhere. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className={cx(
        'min-w-5 rounded-full bg-haldi px-1 text-center text-tiny font-bold text-on-haldi',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
