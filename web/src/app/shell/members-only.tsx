import { Outlet, useLocation } from '@tanstack/react-router';
import { stringifySearch } from '../search-params.ts';
import { isUnreachable } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';
import { PlaceQuestion } from '#people/place/place-chip.tsx';
import { hasLeft, lacksCode, useSession } from '#people/users/session.ts';
import { Redirect, secondStep, SessionPending } from '../guards.tsx';
import { GuestFrame, OfflineBanner } from './frame.tsx';
import { Shell } from './shell.tsx';

/** This is a component and not a loader, so that the screen's code loads while the session is checked. */
export function MembersOnly() {
  const { user, isLoading } = useSession();
  const isDown = useSignal(isUnreachable);
  const isWaiting = useSignal(lacksCode);
  const { href } = useLocation();
  if (isLoading && isDown) {
    return (
      <GuestFrame>
        <SessionPending />
      </GuestFrame>
    );
  }
  if (isLoading) {
    return (
      <>
        <OfflineBanner />
        <SessionPending wholeScreen />
      </>
    );
  }
  if (user?.isComplete === false)
    return <Redirect href={`/complete-account${stringifySearch({ next: href === '/' ? '' : href })}`} />;
  if (user) {
    return (
      <Shell user={user}>
        <Outlet />
        <PlaceQuestion />
      </Shell>
    );
  }
  if (isWaiting) return <Redirect key="code" href={secondStep(href)} />;
  // After a log-out, or from the home page, the next log-in starts at the home page.
  const next = hasLeft() || href === '/' ? undefined : href;
  return <Redirect href={`/login${stringifySearch({ next })}`} />;
}
