import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { isUnreachable } from '#lib/connection.ts';
import { useSignal } from '#lib/signal.ts';
import { currentUserQuery, useKnownUser, useSession } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { useLogout } from './shell/use-logout.ts';

export function GuestOnly() {
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <SessionPending />;
  return user ? <Redirect href={next} /> : <Outlet />;
}

export function IncompleteOnly() {
  const t = useT('shell');
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  const { logOut, isBusy } = useLogout();
  if (isLoading) return <SessionPending />;
  if (!user) return <Redirect key="out" href="/login" />;
  if (user.isComplete) return <Redirect key="on" href={next} />;
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

/** The router's own navigates again on every render. */
export function Redirect({ href }: { href: string }) {
  const router = useRouter();
  const target = useRef(href);
  useEffect(() => router.history.replace(target.current), [router]);
  return <Pending />;
}

/** The session is being checked, or cannot be. */
export function SessionPending({ wholeScreen }: { wholeScreen?: boolean }) {
  const t = useT('common');
  const isDown = useSignal(isUnreachable);
  const known = useKnownUser();
  const { refetch, isFetching } = useQuery(currentUserQuery);
  if (!isDown) return <Pending wholeScreen={wholeScreen} />;
  return (
    <ErrorState
      heading="h1"
      title={t('offlineTitle')}
      text={t(known ? 'offlineHome' : 'offlineText')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

export function Pending({ wholeScreen = false }: { wholeScreen?: boolean | undefined }) {
  const t = useT('common');
  return <Spinner label={t('loading')} quiet wholeScreen={wholeScreen} />;
}
