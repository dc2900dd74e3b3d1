import { Outlet, useSearch } from '@tanstack/react-router';
import { useSession } from '#people/users/session.ts';
import { Pending } from './pending.tsx';
import { Redirect } from './redirect.tsx';

/** Log-in and registration. Whoever is logged in already, or has just become so, goes on to where they wanted. */
export function GuestOnly() {
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <Pending />;
  return user ? <Redirect href={next} /> : <Outlet />;
}
