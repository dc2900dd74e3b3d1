import { lazy, Suspense } from 'react';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { AuthPage } from '#people/users/auth-page.tsx';
import { CompleteForm } from '#people/users/complete-form.tsx';
import { useUser } from '#people/users/session.ts';
import { Spinner } from '#ui/loading.tsx';

/** It has the lists of states and districts, which other guests' screens do not need. */
const NumberCompleteForm = lazy(async () => {
  const { NumberCompleteForm: Form } = await import('#people/users/number-complete-form.tsx');
  return { default: Form };
});

export function CompleteAccountScreen() {
  const t = useT('social');
  const tCommon = useT('common');
  const user = useUser();
  useTitle(t('completeTitle'));
  return (
    <AuthPage title={t('completeTitle')}>
      <p className="mt-2 text-soft">{t('completeText')}</p>
      {user?.provedNumber ? (
        <Suspense fallback={<Spinner label={tCommon('loading')} quiet />}>
          <NumberCompleteForm />
        </Suspense>
      ) : (
        user && <CompleteForm user={user} />
      )}
    </AuthPage>
  );
}
