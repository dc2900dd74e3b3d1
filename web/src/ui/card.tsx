import type { ComponentProps, ReactNode } from 'react';
import { langOf } from '#i18n/locale.ts';
import { cx } from './cx.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-card', className)} {...rest} />;
}

interface Fact {
  label: string;
  value: ReactNode;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ label, value }) => (
          <div
            key={label}
            className="grid grid-cols-[2fr_3fr] gap-x-4 border-b border-line py-2.5 last:border-b-0"
          >
            <dt className="text-soft">{label}</dt>
            <dd lang={typeof value === 'string' ? langOf(value) : undefined} className="min-w-0 font-medium">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
