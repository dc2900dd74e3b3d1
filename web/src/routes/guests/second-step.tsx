import { useRouter, useSearch } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { CodeForm } from '#people/second-factor/code-form.tsx';
import { AuthPage } from '#people/users/auth-page.tsx';

export function SecondStepScreen() {
  const t = useT('auth');
  const router = useRouter();
  const { next = '/' } = useSearch({ strict: false });
  useTitle(t('code.title'));
  return (
    <AuthPage title={t('code.title')}>
      <CodeForm onDone={() => router.history.replace(next)} />
    </AuthPage>
  );
}
