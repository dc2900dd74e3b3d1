import { AuthPage } from '#features/users/auth-page.tsx';
import { CompleteForm } from '#features/users/complete-form.tsx';
import { useTexts } from '#i18n/locale.ts';
import { useUser } from '#lib/session.ts';
import { useTitle } from '#lib/use-title.ts';

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
