import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { ForgotForm } from '#people/account/forgot-form.tsx';
import { useSession } from '#people/users/session.ts';

export function ForgotPasswordScreen() {
  const t = useT('password');
  const { user, isLoading } = useSession();
  useTitle(t('forgotTitle'));
  if (isLoading) return null;
  return (
    <div className="mx-auto max-w-md">
      <ForgotForm
        email={user?.email}
        back={
          <Link
            to={user ? '/settings' : '/login'}
            className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
          >
            {user ? t('toSettings') : t('toLogin')}
          </Link>
        }
      />
    </div>
  );
}
