import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';

/** The parameter is named userId by the published routes, and carries the username. */
export function ChatLink({
  username,
  className,
  children,
}: {
  username: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link to="/chat/$userId" params={{ userId: username }} className={buttonClass('primary', className)}>
      {children}
    </Link>
  );
}
