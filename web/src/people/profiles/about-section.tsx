import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

interface AboutSectionProps {
  title: ReactNode;
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function AboutSection({ title, action, children }: AboutSectionProps) {
  return (
    <Card className="px-4 pt-2 pb-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 text-lead font-semibold">{title}</h2>
        {action}
      </div>
      {children}
    </Card>
  );
}
