import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface NavLinkProps {
  to: NonNullable<LinkProps['to']>;
  className: string;
  children: ReactNode;
}

/** Marks the link to Crops as current on the list of wanted posts too, because tabs switch between the two lists. */
export function NavLink({ to, ...props }: NavLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={(to === '/Crops' && pathname === '/wanted') || undefined}
      {...props}
    />
  );
}
