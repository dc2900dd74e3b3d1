import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { ForgotForm } from '#people/account/forgot-form.tsx';
import { useHasCodes } from '#people/users/api.ts';
import { useSession } from '#people/users/session.ts';

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-leaf underline';

export function ForgotPasswordScreen() {
  const t = useT('password');
  const { user, isLoading } = useSession();
  const hasCodes = useHasCodes();
  useTitle(t('forgotTitle'));
  if (isLoading) return null;
  return (
    <div className="mx-auto max-w-md">
      <ForgotForm
        email={user?.email}
        back={
          <>
            {hasCodes && !user && (
              <p className="flex flex-wrap items-center gap-x-2">
                {t('withNumber')}
                <Link to="/login/number" className={linkClass}>
                  {t('byCode')}
                </Link>
              </p>
            )}
            <Link to={user ? '/settings' : '/login'} className={linkClass}>
              {user ? t('toSettings') : t('toLogin')}
            </Link>
          </>
        }
      />
    </div>
  );
}
