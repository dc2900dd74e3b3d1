import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Tone = 'haldi' | 'leaf' | 'mirch' | 'plain';

const tones: Record<Tone, string> = {
  haldi: 'bg-haldi text-on-haldi',
  leaf: 'bg-leaf-wash text-leaf in-[.bg-leaf-wash]:bg-card',
  mirch: 'bg-mirch-wash text-mirch',
  plain: 'border border-line text-soft',
};

export function Badge({
  tone,
  children,
  className,
}: {
  tone: Tone;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-small px-2.5 py-0.5 text-tiny font-semibold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

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
