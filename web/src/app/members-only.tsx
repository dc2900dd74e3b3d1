import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';
import { Pending } from './pending.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Every screen behind the log-in. A component and not a loader, so that the code of the screen comes over the line
 * while the session is being asked for.
 */
export function MembersOnly() {
  const { user, isLoading } = useSession();
  const { href } = useLocation();
  if (isLoading) return <Pending />;
  if (!user) return <Navigate to="/login" search={href === '/' ? {} : { next: href }} replace />;
  return (
    <Shell user={user}>
      <Outlet />
    </Shell>
  );
}
