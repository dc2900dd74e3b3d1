import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { AuthPage } from '#people/users/auth-page.tsx';
import { CompleteForm } from '#people/users/complete-form.tsx';
import { useUser } from '#people/users/session.ts';

export function CompleteAccountScreen() {
  const t = useT('social');
  const user = useUser();
  useTitle(t('completeTitle'));
  return (
    <AuthPage title={t('completeTitle')}>
      <p className="mt-2 text-soft">{t('completeText')}</p>
      {user && <CompleteForm user={user} />}
    </AuthPage>
  );
}
