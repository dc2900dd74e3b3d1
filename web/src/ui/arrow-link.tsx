import { Link, type LinkProps } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

interface ArrowLinkProps {
  to: LinkProps['to'];
  icon?: ReactNode;
  children: ReactNode;
}

/** Leads to another screen, such as a list that belongs to this one. */
export function ArrowLink({ to, icon, children }: ArrowLinkProps) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center gap-2 self-start rounded-control font-semibold text-leaf hover:underline"
    >
      {icon}
      {children}
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}
