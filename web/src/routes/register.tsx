import { Link, useSearch } from '@tanstack/react-router';
import { useTexts } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { AuthPage } from '#people/users/auth-page.tsx';
import { RegisterForm } from '#people/users/register-form.tsx';

export function RegisterScreen() {
  const texts = useTexts('register');
  const { next } = useSearch({ strict: false });
  useTitle(texts.register);
  return (
    <AuthPage title={texts.registerTitle} wide>
      <RegisterForm />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-2">
        {texts.haveAccount}
        <Link
          to="/login"
          search={{ next }}
          className="flex min-h-11 items-center font-semibold text-leaf underline"
        >
          {texts.signIn}
        </Link>
      </p>
    </AuthPage>
  );
}
