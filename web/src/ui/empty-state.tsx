import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  /** The one thing to do about it. */
  action?: ReactNode;
  /** `h1` where this is all that the screen shows. */
  heading?: 'h1' | 'h2' | 'h3';
}

export function EmptyState({ icon, title, text, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-leaf-wash text-leaf">
        {icon}
      </span>
      <Heading className="text-lead font-semibold">{title}</Heading>
      {text && <p className="max-w-md text-soft">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
