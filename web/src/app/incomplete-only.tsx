import { Outlet, useSearch } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useSession } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { Pending } from './pending.tsx';
import { Redirect } from './redirect.tsx';
import { useLogout } from './shell/use-logout.ts';

/** The screen for whoever has just come by a provider. Once complete, they go on to where they wanted, or out. */
export function IncompleteOnly() {
  const t = useT();
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
          {t.shell.logout}
        </Button>
      </div>
    </>
  );
}
