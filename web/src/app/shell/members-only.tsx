import { Outlet, useLocation } from '@tanstack/react-router';
import { stringifySearch } from '../search-params.ts';
import { hasLeft, useKnownUser, useSession } from '#people/users/session.ts';
import { Pending, Redirect } from '../guards.tsx';
import { OfflineBanner } from './frame.tsx';
import { Shell } from './shell.tsx';

/** Not a loader, so that the screen's code loads while the session is checked. */
export function MembersOnly() {
  const { user, isLoading } = useSession();
  const known = useKnownUser();
  const { href } = useLocation();
  // The home page starts from the stored feed.
  if (isLoading && known && href === '/') {
    return (
      <Shell user={known}>
        <Outlet />
      </Shell>
    );
  }
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
  // The next log-in then starts at the home page.
  const next = hasLeft() || href === '/' ? undefined : href;
  return <Redirect href={`/login${stringifySearch({ next })}`} />;
}
