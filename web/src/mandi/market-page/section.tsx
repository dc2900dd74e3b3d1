import type { ReactNode } from 'react';

interface SectionProps {
  /** What links on the page jump to. */
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} tabIndex={-1} className="text-lead font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
