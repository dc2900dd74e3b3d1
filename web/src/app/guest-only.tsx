import { Navigate, Outlet, useSearch } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { Pending } from './pending.tsx';
import { parseSearch } from '#lib/search-params.ts';

/** Log-in and registration. Whoever is logged in already, or has just become so, goes on to where they wanted. */
export function GuestOnly() {
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <Pending />;
  if (!user) return <Outlet />;
  const { pathname, search } = new URL(next, window.location.origin);
  return <Navigate to={pathname} search={parseSearch(search)} replace />;
}
