import { Link, useSearch } from '@tanstack/react-router';
import { findText, useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { NumberLink } from '#people/numbers/number-link.tsx';
import { AuthPage } from '#people/users/auth-page.tsx';
import { LoginForm } from '#people/users/login-form.tsx';
import { ProviderButtons } from '#people/users/provider-buttons.tsx';
import { FormError } from '#ui/field.tsx';

export function LoginScreen() {
  const t = useT('auth');
  const tSocial = useT('social');
  const { next, error } = useSearch({ strict: false });
  useTitle(t('login'));
  return (
    <AuthPage title={t('loginTitle')}>
      {error && (
        <div className="mt-6">
          <FormError text={findText('social', `errors.${error}`) ?? tSocial('errors.failed')} />
        </div>
      )}
      <NumberLink next={next} />
      <LoginForm />
      <p className="my-3 flex flex-wrap items-center justify-center gap-x-2">
        {t('newHere')}
        <Link
          to="/register"
          search={{ next }}
          className="flex min-h-11 items-center font-semibold text-leaf underline"
        >
          {t('signUp')}
        </Link>
      </p>
      <ProviderButtons next={next} />
    </AuthPage>
  );
}
