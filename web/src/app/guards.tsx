import { Outlet, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { useSession } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { useLogout } from './shell/use-logout.ts';

export function GuestOnly() {
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  if (isLoading) return <Pending />;
  return user ? <Redirect href={next} /> : <Outlet />;
}

export function IncompleteOnly() {
  const t = useT('shell');
  const { user, isLoading } = useSession();
  const { next = '/' } = useSearch({ strict: false });
  const { logOut, isBusy } = useLogout();
  if (isLoading) return <Pending />;
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

export function Pending({ wholeScreen = false }: { wholeScreen?: boolean }) {
  const t = useT('common');
  return <Spinner label={t('loading')} quiet wholeScreen={wholeScreen} />;
}
