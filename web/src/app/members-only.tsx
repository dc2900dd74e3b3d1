import { Outlet, useLocation } from '@tanstack/react-router';
import { stringifySearch } from './search-params.ts';
import { hasLeft, useSession } from '#people/users/session.ts';
import { Pending, Redirect } from './guards.tsx';
import { OfflineBanner } from './shell/frame.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * Every screen behind the log-in. A component and not a loader, so that the code of the screen comes over the line
 * while the session is being asked for.
 */
export function MembersOnly() {
  const { user, isLoading } = useSession();
  const { href } = useLocation();
  if (isLoading) {
    return (
      <>
        <OfflineBanner />
        <Pending wholeScreen />
      </>
    );
  }
  if (user?.isComplete === false)
    return <Redirect href={`/complete-account${stringifySearch({ next: href === '/' ? '' : href })}`} />;
  if (user) {
    return (
      <Shell user={user}>
        <Outlet />
      </Shell>
    );
  }
  // Whoever logged out on purpose starts afresh; whoever was stopped here comes back here.
  const next = hasLeft() || href === '/' ? undefined : href;
  return <Redirect href={`/login${stringifySearch({ next })}`} />;
}
