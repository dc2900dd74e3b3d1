import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface NavLinkProps {
  to: NonNullable<LinkProps['to']>;
  className: string;
  children: ReactNode;
}

/** Marks Crops as current on wanted posts too, because they are part of it. */
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
