import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { NumberLink } from '#people/numbers/number-link.tsx';
import { AuthPage } from '#people/users/auth-page.tsx';
import { RegisterForm } from '#people/users/register-form.tsx';

export function RegisterScreen() {
  const t = useT('register');
  const { next } = useSearch({ strict: false });
  useTitle(t('register'));
  return (
    <AuthPage title={t('registerTitle')} wide>
      <NumberLink next={next} />
      <RegisterForm />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2">
        {t('haveAccount')}
        <Link
          to="/login"
          search={{ next }}
          className="flex min-h-11 items-center font-semibold text-leaf underline"
        >
          {t('signIn')}
        </Link>
      </p>
    </AuthPage>
  );
}
