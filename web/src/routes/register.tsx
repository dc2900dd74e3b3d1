import { Link, useSearch } from '@tanstack/react-router';
import { AuthPage } from '#features/users/auth-page.tsx';
import { RegisterForm } from '#features/users/register-form.tsx';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';

export function RegisterScreen() {
  const t = useT();
  const { next } = useSearch({ strict: false });
  useTitle(t.auth.register);
  return (
    <AuthPage title={t.auth.registerTitle} wide>
      <RegisterForm />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2">
        {t.auth.haveAccount}
        <Link
          to="/login"
          search={{ next }}
          className="flex min-h-11 items-center font-semibold text-leaf underline"
        >
          {t.auth.signIn}
        </Link>
      </p>
    </AuthPage>
  );
}
