import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { ForgotForm } from '#people/account/forgot-form.tsx';
import { useSession } from '#people/users/session.ts';

export function ForgotPasswordScreen() {
  const texts = useTexts('password');
  const { user, isLoading } = useSession();
  useTitle(texts.forgotTitle);
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
            {user ? texts.toSettings : texts.toLogin}
          </Link>
        }
      />
    </div>
  );
}
