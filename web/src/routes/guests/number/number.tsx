import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { NumberLogin } from '#people/numbers/number-login.tsx';
import { AuthPage } from '#people/users/auth-page.tsx';

export function NumberScreen() {
  const t = useT('number');
  const { next } = useSearch({ strict: false });
  useTitle(t('title'));
  return (
    <AuthPage title={t('title')}>
      <NumberLogin />
      <p className="mt-3 text-center">
        <Link
          to="/login"
          search={{ next }}
          className="inline-flex min-h-11 items-center font-semibold text-leaf underline"
        >
          {t('withEmail')}
        </Link>
      </p>
    </AuthPage>
  );
}
