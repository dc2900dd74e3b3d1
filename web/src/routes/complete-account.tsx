import { useTexts } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { AuthPage } from '#people/users/auth-page.tsx';
import { CompleteForm } from '#people/users/complete-form.tsx';
import { useUser } from '#people/users/session.ts';

export function CompleteAccountScreen() {
  const texts = useTexts('social');
  const user = useUser();
  useTitle(texts.completeTitle);
  return (
    <AuthPage title={texts.completeTitle}>
      <p className="mt-2 text-soft">{texts.completeText}</p>
      {user && <CompleteForm user={user} />}
    </AuthPage>
  );
}
