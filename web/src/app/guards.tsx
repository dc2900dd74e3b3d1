import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { isUnreachable } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';
import { currentUserQuery, lacksCode, useSession } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { stringifySearch } from './search-params.ts';
import { useLogout } from './shell/use-logout.ts';

export function GuestOnly() {
  const { user, isLoading } = useSession();
  const isWaiting = useSignal(lacksCode);
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <SessionPending />;
  if (isWaiting) return <Redirect key="code" href={secondStep(next)} />;
  return user ? <Redirect href={next} /> : <Outlet />;
}

export function secondStep(next: string): string {
  return `/second-step${stringifySearch({ next: next === '/' ? '' : next })}`;
}

/**
 * Shows its screen to users whose session lacks a code of the second factor, and to staff, who must enter a code again
 * every 12 hours.
 */
export function WithSecondFactor() {
  const { user, isLoading } = useSession();
  const isWaiting = useSignal(lacksCode);
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <SessionPending />;
  if (!isWaiting && !user) return <Redirect key="out" href="/login" />;
  if (!isWaiting && !(user?.staffRole && user.hasSecondFactor)) return <Redirect key="on" href={next} />;
  return <WithLogout />;
}

export function IncompleteOnly() {
  const { user, isLoading } = useSession();
  const isWaiting = useSignal(lacksCode);
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <SessionPending />;
  if (isWaiting) return <Redirect key="code" href={secondStep(next)} />;
  if (!user) return <Redirect key="out" href="/login" />;
  if (user.isComplete) return <Redirect key="on" href={next} />;
  return <WithLogout />;
}

function WithLogout() {
  const t = useT('shell');
  const { logOut, isBusy } = useLogout();
  return (
    <>
      <Outlet />
      <div className="mt-4 text-center">
        <Button variant="line" busy={isBusy} onClick={logOut}>
          {t('logout')}
        </Button>
      </div>
    </>
  );
}

/** Navigates once. The router's own component would navigate again on every render. */
export function Redirect({ href }: { href: string }) {
  const router = useRouter();
  const target = useRef(href);
  useEffect(() => router.history.replace(target.current), [router]);
  return <Pending />;
}

/** Shown while the session is being checked, or cannot be checked. */
export function SessionPending({ wholeScreen }: { wholeScreen?: boolean }) {
  const t = useT('common');
  const isDown = useSignal(isUnreachable);
  const { refetch, isFetching } = useQuery(currentUserQuery);
  if (!isDown) return <Pending wholeScreen={wholeScreen} />;
  return (
    <ErrorState
      heading="h1"
      title={t('offlineTitle')}
      text={t('offlineText')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

export function Pending({ wholeScreen = false }: { wholeScreen?: boolean | undefined }) {
  const t = useT('common');
  return <Spinner label={t('loading')} quiet wholeScreen={wholeScreen} />;
}
