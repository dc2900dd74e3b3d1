import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type Tone = 'haldi' | 'leaf' | 'mirch' | 'plain';

const tones: Record<Tone, string> = {
  haldi: 'bg-haldi text-on-haldi',
  leaf: 'bg-leaf-wash text-leaf',
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
  className?: string;
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
