import type { ReactNode } from 'react';
import { Skeleton } from '#ui/skeleton.tsx';

interface ListHeaderProps {
  title: string;
  /** Null while it is not known. */
  count: string | null;
  action?: ReactNode;
}

export function ListHeader({ title, count, action }: ListHeaderProps) {
  return (
    <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 md:gap-y-0.5">
      <h1 className="col-span-2 text-title font-bold tracking-tight md:col-span-1 md:text-hero">{title}</h1>
      <p aria-live="polite" className="min-h-6 text-soft md:row-start-2">
        {count ?? <Skeleton className="mt-1.5 h-4 w-32" />}
      </p>
      <div className="md:row-span-2">{action}</div>
    </header>
  );
}
